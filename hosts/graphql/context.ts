import type { App, Caller, Visitor } from '@shortlink/core'
import type { GraphQLError } from 'graphql'
import type { AnswerSize } from './answer/answer-size.ts'

/** What resolvers know of the request they work for. */
export interface Context {
  readonly app: App
  readonly caller: Caller
  readonly answer: AnswerSize
  /** Runs what asks the store, a few at once, so that what it returns does not pile up. */
  readonly few: <T>(work: () => Promise<T>) => Promise<T>
  /** The client as a visitor of links: what `targetUrl` records. */
  readonly visitor: Visitor
  /** From the header; undefined but for mutations. */
  readonly idempotencyKey: string | undefined
  /** Fields of one document share the request's key, so each is told apart by its name in the answer. */
  readonly severalMutations: boolean
  /** The name under which password attempts at an e-mail address are counted. */
  attemptedAccount(email: string): Promise<string | undefined>
  /** Whether a password may be tried on an account now. */
  admitsLogin(account: string): boolean
  /** Counts a wrong password. */
  countFailedLogin(account: string): void
  /** Makes a 429 of the answer, with a `Retry-After` in seconds. */
  refuseUntil(retryAfterSeconds: number): void
  /** Logs an unexpected cause and gives the error that stands for it in the answer. */
  mask(cause: unknown): GraphQLError
}
