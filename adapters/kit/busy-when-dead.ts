import { StoreBusy } from '@shortlink/core/adapter'
import { WorkerDied } from './worker-rpc.ts'

/** The answer of a store's thread. That of one that died is a `StoreBusy`, since the next call starts another. */
export const busyWhenDead = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw error instanceof WorkerDied ? new StoreBusy(error.message, { cause: error }) : error
  })
