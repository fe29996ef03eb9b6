import { err, errAsync, type Result, ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import { type OwnRecall, runOnce, runOnceExternally } from './idempotency/run-once.ts'
import type { Caller, User } from './kernel/caller.ts'
import type { DomainError, ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'
import { type IssueWording, parseInput } from './kernel/input.ts'
import { StoreBusy } from './kernel/store-busy.ts'
import { longReads } from './long-reads.ts'
import type { Ports } from './ports.ts'
import type { Access, Recall, UseCase } from './use-case.ts'

export interface RunOptions {
  /** Runs the use case once per caller, use case and key in 24 hours; later runs are given the first one's result. */
  readonly idempotencyKey?: string | undefined
  /** Distinguishes the calls of one request that share its key. */
  readonly part?: string
  /** The surface's wording of invalid input; core's by default. */
  readonly issueWording?: IssueWording | undefined
}

type DoorError = ErrorOf<'not-logged-in' | 'invalid-input' | 'idempotency-key-reused' | 'overloaded' | 'unavailable'>

export interface App {
  /** The only way to a use case: checks the caller, parses the raw input, and replays what was already done. */
  run<A extends Access, Input extends z.ZodType, Out, E extends DomainError, Prepared>(
    useCase: UseCase<A, Input, Out, E, Prepared>,
    caller: Caller,
    raw: unknown,
    options?: RunOptions,
  ): ResultAsync<Out, E | DoorError>
}

/** Puts the door in front of the given ports. */
export function createApp(ports: Ports): App {
  const readLong = longReads(() => ports.clock.now())
  return {
    run<A extends Access, Input extends z.ZodType, Out, E extends DomainError, Prepared>(
      useCase: UseCase<A, Input, Out, E, Prepared>,
      caller: Caller,
      raw: unknown,
      { idempotencyKey, part, issueWording }: RunOptions = {},
    ): ResultAsync<Out, E | DoorError> {
      if (useCase.access === 'user' && caller.kind !== 'user') return errAsync({ type: 'not-logged-in' })
      if (useCase.demand === 'creates' && !ports.capacity.hasRoom()) return errAsync(STORAGE_FULL)
      const parsed = parseInput(useCase.input, raw, issueWording)
      if (parsed.isErr()) return errAsync(parsed.error)
      // The first line makes the cast true: a use case for users never sees anybody else.
      const user = caller as User
      const answer = (input: Prepared) => {
        const work = (ports: Ports, once?: string) => useCase.run(ports, user, input, once)
        if (idempotencyKey === undefined || caller.kind !== 'user' || useCase.replayed === false) return work(ports)
        const operation = part === undefined ? useCase.name : `${useCase.name}:${part}`
        const recall = useCase.recall && recallOf(useCase.recall, caller.userId, input)
        const call = { caller: caller.userId, operation, key: idempotencyKey, raw, recall }
        return (useCase.external ? runOnceExternally : runOnce)(ports, call, work)
      }
      // Without `prepare`, what `run` gets is the input as it was parsed.
      const whole = () =>
        useCase.prepare
          ? useCase.prepare(ports, user, parsed.value).andThen(answer)
          : answer(parsed.value as unknown as Prepared)
      const isLong = useCase.demand === 'long-read' && caller.kind === 'user'
      return unlessBusy(isLong ? readLong(caller.userId, whole) : whole())
    },
  }
}

const recallOf = <Out>(recall: Recall<Out>, owner: UserId, input: unknown): OwnRecall<Out> => ({
  brief: (out) => recall.brief(out, input),
  restore: (ports, brief) => recall.restore(ports, owner, brief, input),
})

const STORAGE_FULL: ErrorOf<'unavailable'> = {
  type: 'unavailable',
  message: 'Storage is nearly full: nothing can be created until the operator makes room',
}

/** That the store gives up is nothing that the caller did, nor a bug. */
const unlessBusy = <Out, E>(result: ResultAsync<Out, E>): ResultAsync<Out, E | ErrorOf<'unavailable'>> =>
  new ResultAsync(settledUnlessBusy(result))

async function settledUnlessBusy<Out, E>(
  result: ResultAsync<Out, E>,
): Promise<Result<Out, E | ErrorOf<'unavailable'>>> {
  try {
    return await result
  } catch (error) {
    if (!(error instanceof StoreBusy)) throw error
    return err({ type: 'unavailable', message: 'The database is busy, try again in a moment' })
  }
}
