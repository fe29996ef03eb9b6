import { errAsync, type ResultAsync } from 'neverthrow'
import type { z } from 'zod'
import { type OwnRecall, runOnce, runOnceOutside } from './idempotency/run-once.ts'
import type { Caller, User } from './kernel/caller.ts'
import type { DomainError, ErrorOf } from './kernel/errors.ts'
import type { UserId } from './kernel/ids.ts'
import { parseInput } from './kernel/input.ts'
import type { Ports } from './ports.ts'
import type { Access, Recall, UseCase } from './use-case.ts'

export interface RunOptions {
  /** Runs the use case once per caller, use case and key in 24 hours; later runs are given the first one's result. */
  readonly idempotencyKey?: string | undefined
  /** Tells apart the calls of one request that share its key. */
  readonly part?: string
}

type DoorError = ErrorOf<'not-logged-in' | 'invalid-input' | 'idempotency-key-reused'>

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
  return {
    run<A extends Access, Input extends z.ZodType, Out, E extends DomainError, Prepared>(
      useCase: UseCase<A, Input, Out, E, Prepared>,
      caller: Caller,
      raw: unknown,
      { idempotencyKey, part }: RunOptions = {},
    ): ResultAsync<Out, E | DoorError> {
      if (useCase.access === 'user' && caller.kind !== 'user') return errAsync({ type: 'not-logged-in' })
      const parsed = parseInput(useCase.input, raw)
      if (parsed.isErr()) return errAsync(parsed.error)
      // The first line makes the cast true: a use case for users never sees anybody else.
      const user = caller as User
      const answer = (input: Prepared) => {
        const work = (ports: Ports, once?: string) => useCase.run(ports, user, input, once)
        if (idempotencyKey === undefined || caller.kind !== 'user' || useCase.replayed === false) return work(ports)
        const operation = part === undefined ? useCase.name : `${useCase.name}:${part}`
        const recall = useCase.recall && recallOf(useCase.recall, caller.userId, input)
        const call = { caller: caller.userId, operation, key: idempotencyKey, raw, recall }
        return (useCase.outside ? runOnceOutside : runOnce)(ports, call, work)
      }
      // Without `prepare`, what `run` gets is the input as it was parsed.
      return useCase.prepare
        ? useCase.prepare(ports, user, parsed.value).andThen(answer)
        : answer(parsed.value as unknown as Prepared)
    },
  }
}

const recallOf = <Out>(recall: Recall<Out>, owner: UserId, input: unknown): OwnRecall<Out> => ({
  brief: (out) => recall.brief(out, input),
  restore: (ports, brief) => recall.restore(ports, owner, brief, input),
})
