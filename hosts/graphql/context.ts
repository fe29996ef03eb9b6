import type { App, Caller, DomainEvent, Link, LinkOutline, LinkStatus, Origin, Visitor } from '@shortlink/core'
import type { GraphQLError } from 'graphql'
import type { AnswerSize } from './limits/answer-size.ts'

/** A password that is tried, once it is counted. */
export interface Attempt {
  readonly isAdmitted: boolean
  /** Counts it as wrong. */
  countFailure(): void
}

/** The session of a client that keeps it as a cookie. */
interface CookieSession {
  /** Gives the client this token as its session. */
  begin(token: string): void
  /** Makes the client drop its session. */
  end(): void
}

/** Request data for resolvers. */
export interface Context {
  readonly app: App
  readonly caller: Caller
  /** Where the request comes from, for the audit log. */
  readonly origin: Origin
  readonly answer: AnswerSize
  /** The current status of a link. */
  statusOf(link: LinkOutline): LinkStatus
  /** The public URL of a link. */
  shortUrl(link: Pick<Link, 'hostname' | 'slug'>): string
  /** The JSON that webhooks get of an event. */
  payload(event: DomainEvent): string
  /** Runs calls of the store, a few at a time, so that their results do not pile up. */
  readonly limitConcurrency: <T>(work: () => Promise<T>) => Promise<T>
  /** From the header; only mutations use it. */
  readonly idempotencyKey: string | undefined
  /** Whether the header asks for a dry run. */
  readonly dryRun: boolean
  /** The fields of one document share the request's key, so each is identified by its name in the response. */
  readonly severalMutations: boolean
  /** The client as a visitor of links, which `targetUrl` records. */
  visitor(): Visitor
  /** Counts a login attempt against the account. */
  tryAccount(account: string): Promise<Attempt>
  /** The same against the account of an email; undefined for text that no login accepts. */
  tryEmail(email: string): Promise<Attempt | undefined>
  /** Counts a password attempt at a link; undefined if the link requires none. */
  tryLink(hostname: string, slug: string): Promise<Attempt | undefined>
  /** Counts a password attempt at shared statistics; undefined if they require none. */
  tryShare(token: string): Promise<Attempt | undefined>
  /** Undefined for clients that send their token themselves. */
  readonly cookieSession: CookieSession | undefined
  /** Turns the response into a 429 with `Retry-After`. */
  rejectUntil(retryAfterSeconds: number): void
  /** Logs an unexpected cause, and returns the error that replaces it in the response. */
  mask(cause: unknown): GraphQLError
}
