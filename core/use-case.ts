import type { ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import type { Caller, User } from './kernel/caller.ts'
import type { DomainError, ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'
import type { Ports } from './ports.ts'

export type Access = 'anyone' | 'user'
type CallerOf<A extends Access> = A extends 'user' ? User : Caller

/**
 * A capability, declared once for every surface. `run` gets input that was parsed and a caller that was checked;
 * its first line takes the ports it needs, which is its list of dependencies. What it returns is plain JSON data,
 * since an idempotent replay gives it back from storage.
 */
export interface UseCase<
  A extends Access,
  Input extends z.ZodType,
  Out,
  E extends DomainError,
  Prepared = z.output<Input>,
> {
  readonly name: string
  readonly access: A
  readonly input: Input
  /**
   * Makes of the input what `run` gets: checks that ask the outside world, or take long enough to be done in slices, before there is a
   * transaction that would wait for them.
   */
  prepare?(ports: Ports, caller: CallerOf<A>, input: z.output<Input>): ResultAsync<Prepared, ErrorOf<'invalid-input'>>
  /**
   * True where asking the outside world is the work itself, so that no transaction must be held around it. Calls that race under one
   * idempotency key may then each be worked, and all are given the outcome of the first to end; `once` is for those who are asked, to
   * do the same thing once.
   */
  readonly external?: true
  /**
   * False where input or outcome hold passwords or session tokens, of which nothing may be stored: an idempotency key is ignored, and
   * each call does the work.
   */
  readonly replayed?: false
  /** Needed where an outcome may be too long to be kept whole under an idempotency key. */
  readonly recall?: Recall<Out>
  /**
   * What it asks of the service beyond a moment: a `long-read` looks at as many records as an account may have, so few of an account run
   * at once; what `creates` records is refused while storage is nearly full.
   */
  readonly demand?: 'long-read' | 'creates'
  /** @param once the same for all calls that are one by their idempotency key, told apart from all others; undefined without a key. */
  run(ports: Ports, caller: CallerOf<A>, input: Prepared, once?: string): ResultAsync<Out, E>
}

/** How a long outcome is kept by its ids, and rebuilt from the store when it is replayed. */
export interface Recall<Out> {
  /** Plain JSON data, of at most 48 KiB, from which the outcome can be rebuilt; `input` is what `run` was given. */
  brief(out: Out, input: unknown): unknown
  /** The outcome with records as they are by now. `brief` is what the method of that name returned. */
  restore(ports: Ports, owner: UserId, brief: unknown, input: unknown): Promise<Out>
}

/** A use case of which only what a surface needs to know is known. */
// biome-ignore lint/suspicious/noExplicitAny: the caller's type is contravariant, so no narrower bound fits every use case
export type AnyUseCase<Out = any> = UseCase<any, z.ZodType, Out, DomainError, any>

/** What a use case gives when all went well. */
export type OutputOf<U> = U extends UseCase<infer _A, infer _I, infer Out, infer _E, infer _P> ? Out : never

export const defineUseCase = <
  A extends Access,
  Input extends z.ZodType,
  Out,
  E extends DomainError,
  Prepared = z.output<Input>,
>(
  useCase: UseCase<A, Input, Out, E, Prepared>,
): UseCase<A, Input, Out, E, Prepared> => useCase
