import { err, errAsync, type Result, ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import { type Origin, runAudited, withEntries } from './audit/record.ts'
import { dryRun, refusedDryRun } from './dry-run.ts'
import { type BoundRecall, runOnce, runOnceExternally, unlessStored } from './idempotency/run-once.ts'
import { type Caller, isAdministrator, scopesOf, type User } from './kernel/caller.ts'
import type { DomainError, ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'
import { type IssueWording, parseInput } from './kernel/input.ts'
import { ALL_SCOPES, missingScope, type Scope } from './kernel/scopes.ts'
import { busyFailure } from './kernel/store-busy.ts'
import type { Ports } from './ports.ts'
import { readTurns } from './read-turns.ts'
import type { Access, AnyUseCase, IsGone, Recall, UseCase } from './use-case.ts'

export interface RunOptions {
  /**
   * 1 to 255 printable ASCII characters. For 24 hours later calls with the same caller, use case and key get the first result. An API key
   * with limited rights is a separate caller.
   */
  readonly idempotencyKey?: string | undefined
  /** Distinguishes calls of one request that share its key. */
  readonly scope?: string
  /**
   * Does the work and undoes it: the result is the same, but nothing is stored, sent or delivered, and new secrets are placeholders that never
   * work. The idempotency key is ignored. `invalid-input` for calls that work outside of the database.
   */
  readonly dryRun?: boolean | undefined
  /** The surface's wording of invalid input; core's by default. */
  readonly issueWording?: IssueWording | undefined
  /** Whether the client has disconnected: the call is then not started, or no longer prepared. */
  readonly isGone?: IsGone | undefined
  /** Where the call comes from, for the audit log: a program that embeds the core by default. */
  readonly origin?: Origin | undefined
}

/** Errors that every use case may return, in addition to its own. */
export type RunError = ErrorOf<
  | 'not-logged-in'
  | 'not-administrator'
  | 'missing-scope'
  | 'invalid-input'
  | 'idempotency-key-reused'
  | 'plan-limit'
  | 'overloaded'
  | 'unavailable'
>

export interface App {
  /**
   * The only entry to use cases: checks access, scopes and free storage, parses `raw`, and replays the outcome of an idempotency key. Rejects only
   * on bugs and unavailable dependencies.
   */
  run<A extends Access, Input extends z.ZodType, Out, E extends DomainError, Prepared>(
    useCase: UseCase<A, Input, Out, E, Prepared>,
    caller: Caller,
    raw: unknown,
    options?: RunOptions,
  ): ResultAsync<Out, E | RunError>
}

/**
 * Creates the app on the given ports.
 * @example
 * ```ts
 * import { createApp } from '@shortlink/core'
 * import { openShortlink } from '@shortlink/hosts'
 *
 * const { ports, close } = await openShortlink({ DATA_DIR: './data' })
 * // The same service at another time, for example to test what expires.
 * const app = createApp({ ...ports, clock: { now: () => Date.parse('2030-01-01') } })
 * await close()
 * ```
 */
export function createApp(ports: Ports): App {
  const takeTurns = readTurns(ports.timer, ports.clock)
  return {
    run<A extends Access, Input extends z.ZodType, Out, E extends DomainError, Prepared>(
      useCase: UseCase<A, Input, Out, E, Prepared>,
      caller: Caller,
      raw: unknown,
      { idempotencyKey, scope, issueWording, isGone, origin, dryRun: isDry = false }: RunOptions = {},
    ): ResultAsync<Out, E | RunError> {
      const refused = isDry && refusedDryRun(useCase)
      if (refused) return errAsync(refused)
      const refusal = callerRefusal(useCase, caller)
      if (refusal) return errAsync(refusal)
      if (isGone?.()) return errAsync(CLIENT_GONE)
      if (useCase.demand === 'creates' && !ports.capacity.hasSpace()) return errAsync(STORAGE_FULL)
      const parsed = parseInput(useCase.input, raw, issueWording)
      if (parsed.isErr()) return errAsync(parsed.error)
      const lackingForInput = useCase.scopesOf && lackingScope(caller, useCase.scopesOf(parsed.value))
      if (lackingForInput) return errAsync(lackingForInput)
      // Sound: use cases of other accesses than `anyone` have returned above for callers that they do not accept.
      const user = caller as User
      const isReplayed = idempotencyKey !== undefined && !isDry && caller.kind === 'user' && useCase.replayed !== false
      const callWith = (prepared?: Prepared) => ({
        caller: user.userId,
        operation: [useCase.name, scope, restrictedKeyOf(user)].filter((part) => part !== undefined).join(':'),
        key: idempotencyKey as string,
        raw,
        recall: useCase.recall && recallOf(useCase.recall, user.owner, parsed.value, prepared),
      })
      const execute = (input: Prepared): ResultAsync<Out, E | RunError> => {
        if (isDry) return dryRun(ports, (ports) => useCase.run(ports, user, input))
        const call = { useCase, caller, input, origin }
        if (!isReplayed) return runAudited(ports, call)
        return (useCase.external ? runOnceExternally : runOnce)(ports, callWith(input), withEntries(call))
      }
      const prepareAndExecute = (): ResultAsync<Out, E | RunError> => {
        const { prepare } = useCase
        // Without `prepare`, `run` gets the parsed input.
        if (prepare === undefined) return execute(parsed.value as unknown as Prepared)
        const begin = () => prepare.call(useCase, ports, user, parsed.value, isGone).andThen(execute)
        return isReplayed ? unlessStored<Out, E, E | RunError>(ports, callWith(), begin) : begin()
      }
      const demand = useCase.demandOf?.(parsed.value) ?? useCase.demand
      const reader = readerOf(caller)
      const takesTurns = reader !== undefined && demand !== undefined && demand !== 'creates'
      return unlessBusy(takesTurns ? takeTurns(demand, reader, prepareAndExecute) : prepareAndExecute())
    },
  }
}

/** The reader that takes turns: all anonymous callers count as one, so that a flood of them delays no account. The operator never waits. */
const readerOf = (caller: Caller): UserId | undefined =>
  caller.kind === 'user' ? caller.userId : caller.kind === 'anonymous' ? ('anonymous' as UserId) : undefined

const recallOf = <Out>(recall: Recall<Out>, owner: UserId, input: unknown, prepared: unknown): BoundRecall<Out> => ({
  brief: (out) => recall.brief(out, prepared),
  restore: (ports, brief) => recall.restore(ports, owner, brief, input),
})

/** The id of an app, or of an API key with limited rights, which shares no idempotency keys with other credentials; undefined for them. */
const restrictedKeyOf = ({ via }: User) =>
  via.kind === 'app'
    ? via.grantId
    : via.kind === 'api-key' && (via.scopes !== ALL_SCOPES || via.targetHosts !== null)
      ? via.keyId
      : undefined

/** The error of a caller that may not make the call, regardless of its input; undefined for others. */
export const callerRefusal = ({ access, scope }: Pick<AnyUseCase, 'access' | 'scope'>, caller: Caller) =>
  checkAccess(access, caller) ?? (scope === null ? undefined : lackingScope(caller, [scope]))

/** The error of a caller that a use case does not accept; undefined for others. */
function checkAccess(access: Access, caller: Caller): ErrorOf<'not-logged-in' | 'not-administrator'> | undefined {
  if (access === 'anyone' || (access === 'admin' && caller.kind === 'operator')) return undefined
  if (caller.kind !== 'user') return { type: 'not-logged-in' }
  return access === 'admin' && !isAdministrator(caller) ? { type: 'not-administrator' } : undefined
}

/** The error of an API key or app that lacks one of the scopes; undefined if it has them, and for other callers. */
function lackingScope(caller: Caller, scopes: readonly Scope[]): ErrorOf<'missing-scope'> | undefined {
  if (caller.kind !== 'user') return undefined
  const scope = missingScope(scopesOf(caller), scopes)
  return scope && { type: 'missing-scope', scope, ...(caller.via.kind === 'app' && { by: 'app' }) }
}

const CLIENT_GONE: ErrorOf<'unavailable'> = { type: 'unavailable', message: 'The connection has ended' }

const STORAGE_FULL: ErrorOf<'unavailable'> = {
  type: 'unavailable',
  message: 'Storage is nearly full; creations fail until the operator frees disk space',
}

/** Converts errors of a busy store to `unavailable`. */
const unlessBusy = <Out, E>(result: ResultAsync<Out, E>): ResultAsync<Out, E | ErrorOf<'unavailable'>> =>
  new ResultAsync(settledUnlessBusy(result))

async function settledUnlessBusy<Out, E>(
  result: ResultAsync<Out, E>,
): Promise<Result<Out, E | ErrorOf<'unavailable'>>> {
  try {
    return await result
  } catch (error) {
    const busy = busyFailure(error)
    if (busy === undefined) throw error
    return err(busy)
  }
}
