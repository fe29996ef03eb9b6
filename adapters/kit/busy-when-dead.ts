import { StoreBusy } from '@shortlink/core/adapter'
import { WorkerDied } from './worker-rpc.ts'

/** Rejects with `StoreBusy` if the store's thread died: the caller can try again, since the next call starts another thread. */
export const busyWhenDead = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw error instanceof WorkerDied ? new StoreBusy(error.message, { cause: error }) : error
  })
