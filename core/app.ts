import { err, errAsync, type Result, ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import { type BoundRecall, runOnce, runOnceExternally, unlessStored } from './idempotency/run-once.ts'
import type { Caller, User } from './kernel/caller.ts'
import type { DomainError, ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'
import { type IssueWording, parseInput } from './kernel/input.ts'
import { busyFailure } from './kernel/store-busy.ts'
import type { Ports } from './ports.ts'
import { readTurns } from './read-turns.ts'
import type { Access, IsGone, Recall, UseCase } from './use-case.ts'

export interface RunOptions {
  /** 1 to 255 printable ASCII characters. For 24 hours later calls with the same caller, use case and key get the first result. */
  readonly idempotencyKey?: string | undefined
  /** Distinguishes calls of one request that share its key. */
  readonly scope?: string
  /** The surface's wording of invalid input; core's by default. */
  readonly issueWording?: IssueWording | undefined
  /** Whether the client has disconnected: the call is then not started, or no longer prepared. */
  readonly isGone?: IsGone | undefined
}

type RunError = ErrorOf<
  'not-logged-in' | 'invalid-input' | 'idempotency-key-reused' | 'plan-limit' | 'overloaded' | 'unavailable'
>

export interface App {
  /**
   * The only entry to use cases: checks access and free storage, parses `raw`, and replays the outcome of an idempotency key. Rejects only
   * on bugs and unavailable dependencies.
   */
  run<A extends Access, Input extends z.ZodType, Out, E extends DomainError, Prepared>(
    useCase: UseCase<A, Input, Out, E, Prepared>,
    caller: Caller,
    raw: unknown,
    options?: RunOptions,
  ): ResultAsync<Out, E | RunError>
}

/** Creates the app on the given ports. */
export function createApp(ports: Ports): App {
  const takeTurns = readTurns(ports.timer, ports.clock)
  return {
    run<A extends Access, Input extends z.ZodType, Out, E extends DomainError, Prepared>(
      useCase: UseCase<A, Input, Out, E, Prepared>,
      caller: Caller,
      raw: unknown,
      { idempotencyKey, scope, issueWording, isGone }: RunOptions = {},
    ): ResultAsync<Out, E | RunError> {
      if (useCase.access === 'user' && caller.kind !== 'user') return errAsync({ type: 'not-logged-in' })
      if (isGone?.()) return errAsync(CLIENT_GONE)
      if (useCase.demand === 'creates' && !ports.capacity.hasSpace()) return errAsync(STORAGE_FULL)
      const parsed = parseInput(useCase.input, raw, issueWording)
      if (parsed.isErr()) return errAsync(parsed.error)
      // Sound: use cases of access `user` have returned above for other callers.
      const user = caller as User
      const isReplayed = idempotencyKey !== undefined && caller.kind === 'user' && useCase.replayed !== false
      const callWith = (prepared?: Prepared) => ({
        caller: user.userId,
        operation: scope === undefined ? useCase.name : `${useCase.name}:${scope}`,
        key: idempotencyKey as string,
        raw,
        recall: useCase.recall && recallOf(useCase.recall, user.userId, parsed.value, prepared),
      })
      const execute = (input: Prepared): ResultAsync<Out, E | RunError> => {
        const work = (ports: Ports, idempotencyToken?: string) => useCase.run(ports, user, input, idempotencyToken)
        if (!isReplayed) return work(ports)
        return (useCase.external ? runOnceExternally : runOnce)(ports, callWith(input), work)
      }
      const prepareAndExecute = (): ResultAsync<Out, E | RunError> => {
        const { prepare } = useCase
        // Without `prepare`, `run` gets the parsed input.
        if (prepare === undefined) return execute(parsed.value as unknown as Prepared)
        const begin = () => prepare.call(useCase, ports, user, parsed.value, isGone).andThen(execute)
        return isReplayed ? unlessStored<Out, E, E | RunError>(ports, callWith(), begin) : begin()
      }
      const demand = useCase.demandOf?.(parsed.value) ?? useCase.demand
      const takesTurns = caller.kind === 'user' && demand !== undefined && demand !== 'creates'
      return unlessBusy(takesTurns ? takeTurns(demand, caller.userId, prepareAndExecute) : prepareAndExecute())
    },
  }
}

const recallOf = <Out>(recall: Recall<Out>, owner: UserId, input: unknown, prepared: unknown): BoundRecall<Out> => ({
  brief: (out) => recall.brief(out, prepared),
  restore: (ports, brief) => recall.restore(ports, owner, brief, input),
})

const CLIENT_GONE: ErrorOf<'unavailable'> = { type: 'unavailable', message: 'The connection has ended' }

const STORAGE_FULL: ErrorOf<'unavailable'> = {
  type: 'unavailable',
  message: 'Storage is nearly full: nothing can be created until the operator makes room',
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
