import type { Result, ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import type { App, RunError, RunOptions } from './app.ts'
import type { Caller } from './kernel/caller.ts'
import type { DomainError } from './kernel/errors.ts'
import { ShortlinkError } from './shortlink-error.ts'
import type { AnyUseCase, OutputOf, UseCase } from './use-case.ts'
import * as useCases from './use-cases.ts'

type UseCases = typeof useCases

/** The input may be left out if all of its fields may. */
type ArgumentsOf<U> =
  U extends UseCase<infer _A, infer Input, infer _O, infer _E, infer _P>
    ? Record<string, never> extends z.input<Input>
      ? [input?: z.input<Input>, options?: RunOptions]
      : [input: z.input<Input>, options?: RunOptions]
    : never

type FailureOf<U> = U extends UseCase<infer _A, infer _I, infer _O, infer E, infer _P> ? E | RunError : never

/** The use cases as functions that return a `Result`. They reject only on bugs and unavailable dependencies. */
export type SafeClient = {
  readonly [Name in keyof UseCases]: (
    ...args: ArgumentsOf<UseCases[Name]>
  ) => ResultAsync<OutputOf<UseCases[Name]>, FailureOf<UseCases[Name]>>
}

/** The use cases as functions for one caller. Each returns its outcome, and throws a {@link ShortlinkError} for an expected error. */
export type Client = {
  readonly [Name in keyof UseCases]: (...args: ArgumentsOf<UseCases[Name]>) => Promise<OutputOf<UseCases[Name]>>
} & {
  /** The same functions, but they return a `Result` instead of throwing. */
  readonly safe: SafeClient
}

/**
 * Binds the use cases to a caller.
 * @example
 * ```ts
 * import { type App, createClient, onBehalfOf, type UserId } from '@shortlink/core'
 *
 * async function createTwice(app: App, userId: UserId) {
 *   const client = createClient(app, onBehalfOf(userId))
 *   const link = await client.createLink({ target: 'https://example.com/', slug: 'hello' })
 *   const again = await client.safe.createLink({ target: 'https://example.com/', slug: 'hello' })
 *   console.log(link.id, again.isErr() && again.error.type) // … slug-taken
 * }
 * ```
 */
export function createClient(app: App, caller: Caller): Client {
  const safe: Record<string, Call> = {}
  const throwing: Record<string, Call> = {}
  for (const [name, useCase] of Object.entries<AnyUseCase>(useCases)) {
    safe[name] = (input = {}, options) => app.run(useCase, caller, input, options)
    throwing[name] = async (input = {}, options) => unwrap(await app.run(useCase, caller, input, options))
  }
  // Sound: each name has the function of its use case.
  return { ...throwing, safe } as unknown as Client
}

function unwrap<Out>(result: Result<Out, DomainError>): Out {
  if (result.isErr()) throw new ShortlinkError(result.error)
  return result.value
}

type Call = (input?: unknown, options?: RunOptions) => unknown
