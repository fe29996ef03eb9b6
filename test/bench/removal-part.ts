import { storeHits } from '@shortlink/adapters/hits'
import { openVisitors } from '@shortlink/adapters/visitors'
import { newOwner } from '@shortlink/core/contracts'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { grouped, quantile } from './numbers.ts'
import { DATABASE_PLACE } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { AT_ONCE, visitBatches } from './visits.ts'

interface Sizes {
  /** The deleted account has a fifth of them. */
  readonly links: number
  readonly hits: number
}

/** How long the steps take that remove what a deleted account has left, with nothing else going on. */
export async function measureRemoval(database: DatabaseName, { links, hits }: Sizes): Promise<Part> {
  const fixture = await openFixture(database)
  const store = await fixture.openStore()
  const owner = await newOwner(store)
  const doomed = links / 5
  progress(`removal: making ${grouped(doomed)} links and ${grouped(hits)} hits`)
  await fixture.run(seedLinks({ count: doomed, owner }))
  const [writer, visitors] = [fixture.openHits(), await openVisitors()]
  const batches = visitBatches(doomed, visitors)
  const storeBatches = storeHits({ hits: writer, visitors, anonymize: false })
  for (let made = 0; made < hits; made += AT_ONCE) await storeBatches(batches())
  visitors.close()
  await writer.close()
  if (database === 'postgres') await fixture.run('analyze')

  const start = performance.now()
  await store.users.delete(owner)
  const answeredMs = performance.now() - start
  progress('removal: removing')
  const times: number[] = []
  let began = performance.now()
  for await (const _ of store.removals.run()) {
    times.push(performance.now() - began)
    began = performance.now()
  }
  await store.close()
  const figure = (what: string, value: number, atMost?: number) => ({ what, value, unit: 'ms', atMost })
  return {
    title: 'Account removal',
    note: `${grouped(times.length)} transactions, one after the other, for ${grouped(doomed)} links with ${grouped(hits)} hits. A server pauses between them. ${database === 'postgres' ? DATABASE_PLACE : ''}`,
    figures: [
      figure('the deletion', answeredMs),
      figure('transaction, p50', quantile(times, 0.5), 20),
      figure('transaction, p99', quantile(times, 0.99), 20),
      figure('longest transaction', Math.max(...times)),
    ],
  }
}
