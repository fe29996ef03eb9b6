import type { Result, ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import type { AuditEntry, Change } from './audit/audit-entry.ts'
import type { Administrator, Caller, Instant, User } from './kernel/caller.ts'
import type { DomainError, ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'
import type { Scope } from './kernel/scopes.ts'
import type { Ports } from './ports.ts'

/** The callers that a use case gets, by its access. `admin` accepts sessions of administrators, never API keys, and the operator. */
interface Callers {
  readonly anyone: Caller
  readonly user: User
  readonly admin: Administrator
}
export type Access = keyof Callers
/** Cost of a read. `large-read`: some thousand records, or a count of all records of an account. `long-read`: all records of an account. */
export type ReadDemand = 'large-read' | 'long-read'
type CallerOf<A extends Access> = Callers[A]

/** Whether the client of a call has disconnected, so that no more work need start for it. */
export type IsGone = () => boolean

/** Expected errors of {@link UseCase.prepare}. */
type PrepareError = ErrorOf<'invalid-input' | 'not-logged-in' | 'plan-limit' | 'overloaded'>

/**
 * A capability, declared once for all surfaces. `run` gets parsed input and a checked caller, and destructures the ports that it needs.
 * It returns plain JSON data, since idempotent replays return it from storage.
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
  /** The scope that an API key needs for the call; null for use cases that need none. */
  readonly scope: Scope | null
  /** Scopes that a key needs in addition, depending on the input. */
  scopesOf?(input: z.output<Input>): readonly Scope[]
  readonly input: Input
  /**
   * Transforms the input for `run`, before any transaction is open: for checks that call external services or are long enough to run in
   * slices. Put cheap refusals, such as a link of another account, before expensive work. Replaying an outcome that is stored under the
   * call's idempotency key skips it.
   */
  prepare?(
    ports: Ports,
    caller: CallerOf<A>,
    input: z.output<Input>,
    isGone?: IsGone,
  ): ResultAsync<Prepared, PrepareError>
  /**
   * True if the work itself calls an external service, so no transaction may be open around it. Concurrent calls with one idempotency key
   * may then each run; all get the outcome of the first to finish. `run` passes its `idempotencyToken` on to the service.
   */
  readonly external?: true
  /**
   * Set if a rollback cannot undo the call, because it works outside of the database or begins or ends a session: what the call is, such as
   * `A checkout`, in the error of a dry run.
   */
  readonly noDryRun?: string
  /**
   * False if input or outcome contain passwords or session tokens, which must not be stored: idempotency keys are ignored, and each call
   * runs.
   */
  readonly replayed?: false
  /** Required if an outcome may be too long to be stored whole under an idempotency key (48 KiB). */
  readonly recall?: Recall<Out>
  /**
   * `large-read`, `long-read`: one per account runs at a time, and two long ones of all accounts. `creates`: inserts records, so it
   * is rejected while storage is nearly full.
   */
  readonly demand?: ReadDemand | 'creates'
  /** The demand of a read that depends on its input; undefined for `demand`, or for a short read if that is undefined, too. */
  demandOf?(input: z.output<Input>): ReadDemand | undefined
  /** @param idempotencyToken the same for all calls with one idempotency key, unique otherwise; undefined without a key */
  run(ports: Ports, caller: CallerOf<A>, input: Prepared, idempotencyToken?: string): ResultAsync<Out, E>
  /**
   * Does the work as one statement that also inserts the entry by `entryOf`; undefined, without a change, if it takes more, which `run` then
   * does in a transaction.
   */
  alone?(
    ports: Ports,
    caller: CallerOf<A>,
    input: NoInfer<Prepared>,
    entryOf: (out: NoInfer<Out>) => AuditEntry | undefined,
  ): Promise<Result<Out, E> | undefined>
  /**
   * The records of an account that a successful call changed, for the audit log; absent if it writes none. Put it after `run`, so that
   * TypeScript knows the outcome.
   * @param at when the work began
   */
  audit?(out: NoInfer<Out>, input: NoInfer<Prepared>, at: Instant): readonly Change[]
  /** The account that a failed call is noted for in the audit log, and the name of the entry. */
  auditFailure?(ports: Ports, input: NoInfer<Prepared>): Promise<FailedChange | undefined>
}

interface FailedChange extends Change {
  readonly owner: UserId
  readonly action: string
}

/** Stores a long outcome by its ids, and rebuilds it from the store for a replay. */
export interface Recall<Out> {
  /** Plain JSON data of at most 48 KiB that `restore` rebuilds the outcome from. `prepared` is the input of `run`. */
  brief(out: Out, prepared: unknown): unknown
  /** The outcome with its records in their current state. `brief` is the result of {@link Recall.brief}, `input` the call's parsed input. */
  restore(ports: Ports, owner: UserId, brief: unknown, input: unknown): Promise<Out>
}

/** Any use case, of a known outcome. */
// biome-ignore lint/suspicious/noExplicitAny: the caller's type is contravariant, so no narrower bound fits every use case
export type AnyUseCase<Out = any> = UseCase<any, z.ZodType, Out, DomainError, any>

/** The type of a use case's successful outcome. */
export type OutputOf<U> = U extends UseCase<infer _A, infer _I, infer Out, infer _E, infer _P> ? Out : never

/**
 * Infers the type parameters of a use case.
 * @example
 * ```ts
 * import { defineUseCase } from '@shortlink/core'
 * import { ResultAsync } from 'neverthrow'
 * import { z } from 'zod'
 *
 * // Run it with app.run(countLinks, caller, {}).
 * export const countLinks = defineUseCase({
 *   name: 'countLinks',
 *   access: 'user',
 *   scope: 'links:read',
 *   input: z.object({ search: z.string().max(100).optional() }),
 *   run: ({ store }, { owner }, { search }) =>
 *     ResultAsync.fromSafePromise(store.links.countAll({ owner, search })),
 * })
 * ```
 */
export const defineUseCase = <
  A extends Access,
  Input extends z.ZodType,
  Out,
  E extends DomainError,
  Prepared = z.output<Input>,
>(
  useCase: UseCase<A, Input, Out, E, Prepared>,
): UseCase<A, Input, Out, E, Prepared> => useCase
