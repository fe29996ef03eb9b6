/**
 * Abandons threads of a database at every stage of their loading, and exits while one loads: abandoned-threads.ts <SQLite file> <threads>.
 * Prints the number of ended threads.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { SqlThread } from '../../adapters/sqlite/threads/sql-thread.ts'
import { endProcess } from '../../hosts/kit/end-process.ts'

const [file = '', count = ''] = process.argv.slice(2)
const open = () => new SqlThread(file, { readonly: true, lockTimeoutMs: 1_000 })

/** Returns the number of event loop turns that loading a thread takes. */
async function loadingTurns() {
  const thread = open()
  let [turns, isReady] = [0, false]
  const ready = thread.ready().then(() => {
    isReady = true
  })
  for (; !isReady; turns += 1) await nextTurn()
  await ready
  await thread.close()
  return turns
}

async function wait(turns: number) {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn()
}

await loadingTurns()
const turns = await loadingTurns()
let ended = 0
for (let stage = 0; stage < Number(count); stage += 1) {
  const thread = open()
  const call = thread.execute('select 1', []).catch(() => {})
  await wait((turns * stage) / Number(count))
  await thread.abandon(new Error('given up'))
  await Promise.all([call, thread.close()])
  ended += 1
}
console.log(ended)
open().warmUp()
await wait(turns / 2)
await endProcess(0)
