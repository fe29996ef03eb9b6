/**
 * Gives threads of a database up at every stage of their loading, and exits while one loads: abandoned-threads.ts <SQLite file> <threads>. Prints
 * how many ended.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { SqlThread } from '../../adapters/sqlite/sql-thread.ts'
import { endProcess } from '../../hosts/end-process.ts'

const [file = '', count = ''] = process.argv.slice(2)
const open = () => new SqlThread(file, { readonly: true, lockTimeoutMs: 1_000 })

/** Opens the thread once to see how long that takes here. */
async function loadingTimeMs() {
  const started = performance.now()
  const thread = open()
  await thread.ready()
  await thread.close()
  return performance.now() - started
}

await loadingTimeMs()
const loadingMs = await loadingTimeMs()
let ended = 0
for (let stage = 0; stage < Number(count); stage += 1) {
  const thread = open()
  const call = thread.execute('select 1', []).catch(() => {})
  await sleep((loadingMs * stage) / Number(count))
  await thread.abandon(new Error('given up'))
  await Promise.all([call, thread.close()])
  ended += 1
}
console.log(ended)
open().warmUp()
await sleep(loadingMs / 2)
await endProcess(0)
