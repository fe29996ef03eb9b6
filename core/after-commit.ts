import { type Result, ResultAsync } from 'neverthrow'
import type { Ports } from './ports.ts'

/**
 * Runs work in a transaction. The dispatcher and the blocklist look for changes only once it is committed, and not at all if the work is
 * rolled back.
 */
export const inTransaction = <T, E>(ports: Ports, work: (ports: Ports) => Promise<Result<T, E>>): ResultAsync<T, E> =>
  new ResultAsync(workAndCommit(ports, work))

async function workAndCommit<T, E>(ports: Ports, work: (ports: Ports) => Promise<Result<T, E>>): Promise<Result<T, E>> {
  let [isWoken, isStale] = [false, false]
  const dispatcher = {
    wake() {
      isWoken = true
    },
  }
  const refresh = async () => {
    isStale = true
  }
  const blocklist = { ...ports.blocklist, refresh }
  const result = await ports.store.atomic((store) => new ResultAsync(work({ ...ports, store, dispatcher, blocklist })))
  if (result.isErr()) return result
  if (isWoken) ports.dispatcher.wake()
  if (isStale) await ports.blocklist.refresh()
  return result
}
