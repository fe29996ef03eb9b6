import { setTimeout as sleep } from 'node:timers/promises'
import { slugOf } from '../fixture.ts'
import { allStored } from '../metrics.ts'
import { type BenchServer, startLoadGenerator } from '../processes.ts'
import { progress } from '../progress.ts'
import { browserRequest } from '../requests.ts'
import { expectOnly } from '../rounds.ts'
import type { Costs } from './costs.ts'
import { batchesOf } from './forecast.ts'
import { type Database, difference, readAll, type Used } from './usage.ts'

const WARM_LINKS = 1000
export const CONNECTIONS = 8
/** Visits per second of a replica. */
export const RATE = 250
/** A second rate: the difference between the two shows what a batch costs, and what each of its visits does. */
export const LOW_RATE = 25

/** Waits until servers have loaded what they load after their start. */
export const settled = () => sleep(5000)

/** Measures one replica: idle, at two rates with warm links, and with links that were not visited before. */
export async function measureCosts(
  server: BenchServer,
  database: Database,
  { links, seconds }: { readonly links: number; readonly seconds: number },
): Promise<Costs> {
  const run = startLoadGenerator()
  // A prime step, so that links are as far from each other as popular ones.
  const requestsTo = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => browserRequest(slugOf(((first + index) * 7919) % links), index))
  const warm = requestsTo(0, WARM_LINKS)
  const follow = async (requests: readonly string[], rate: number, duration = seconds) => {
    const before = await readAll([server], database)
    const result = await run({
      port: server.port,
      requests,
      connections: CONNECTIONS,
      seconds: duration,
      rate,
      sleeps: true,
    })
    expectOnly(302, result)
    await allStored(server.port)
    const used = difference(before, await readAll([server], database))
    return { visits: result.requests, batches: batchesOf(rate) * duration, used }
  }
  progress('replicas: costs of a visit')
  await settled()
  await follow(warm, RATE, (2 * WARM_LINKS) / RATE)
  const transactions = await database.transactions()
  await sleep(seconds * 1000)
  const idleTransactions = ((await database.transactions()) - transactions) / seconds
  const sizeBefore = await database.size()
  const low = await follow(warm, LOW_RATE)
  const high = await follow(warm, RATE)
  const cold = await follow(requestsTo(WARM_LINKS, RATE * seconds), RATE)
  const visits = low.visits + high.visits + cold.visits
  const [databasePerBatch, databasePerVisit] = solve(low, high, ({ database }) => database)
  const [workerPerBatch, workerPerVisit] = solve(low, high, ({ others }) => others)
  const [walPerBatch, walPerVisit] = solve(low, high, ({ wal }) => wal)
  const perLookup = (of: 'main' | 'others' | 'database' | 'wal') =>
    Math.max(0, (cold.used[of] - (high.used[of] * cold.visits) / high.visits) / cold.used.lookups)
  return {
    redirectPerVisit: high.used.main / high.visits,
    redirectPerLookup: perLookup('main'),
    workerPerVisit,
    workerPerBatch,
    workerPerLookup: perLookup('others'),
    databasePerVisit,
    databasePerBatch,
    databasePerLookup: perLookup('database'),
    walPerVisit,
    walPerBatch,
    walPerLookup: perLookup('wal'),
    storedPerVisit: ((await database.size()) - sizeBefore) / visits,
    idleTransactions,
  }
}

interface Measured {
  readonly visits: number
  readonly batches: number
  readonly used: Used
}

/** Solves what a batch and a visit use from two runs at different rates; neither is negative. */
function solve(low: Measured, high: Measured, of: (used: Used) => number): readonly [batch: number, visit: number] {
  const visit =
    (of(high.used) * low.batches - of(low.used) * high.batches) /
    (high.visits * low.batches - low.visits * high.batches)
  const atLeastZero = Math.max(0, visit)
  return [Math.max(0, (of(low.used) - low.visits * atLeastZero) / low.batches), atLeastZero]
}
