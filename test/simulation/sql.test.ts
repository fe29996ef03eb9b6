import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { uuidIds } from '@shortlink/adapters/system'
import type { Store } from '@shortlink/core/ports'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { newPostgresDatabase, newSqliteFile } from '../support/databases.ts'
import { isFullSize } from '../support/scale.ts'
import { idempotency } from './idempotency.ts'
import { type Invariant, inOrder } from './model.ts'
import { outbox } from './outbox.ts'
import { PaymentPages } from './payment-pages.ts'
import { quota } from './quota.ts'
import { rollups } from './rollups.ts'
import { slugs } from './slugs.ts'
import { visitLimits } from './visit-limits.ts'

const NUM_RUNS = isFullSize() ? 100 : 3
/** Histories that share a database. */
const MANY_RUNS = isFullSize() ? 100 : 5
/** Histories with thousands of visits each. */
const LONG_RUNS = isFullSize() ? 60 : 2

describe.each([
  ['sqlite', async () => openSqliteStore({ file: newSqliteFile() })],
  ['postgres', async () => openPostgresStore({ url: await newPostgresDatabase() })],
] as const)('histories of the simulation, one call after the other, on %s', (_database, open) => {
  /** Runs histories, each on an empty database unless they share one. */
  // biome-ignore lint/suspicious/noExplicitAny: each has its own model
  async function run(invariant: Invariant<any>, { seed, numRuns }: { seed: number; numRuns: number }, shared?: Store) {
    const ids = uuidIds({ now: Date.now })
    const opened: Store[] = []
    const database = async () => {
      const store = shared ?? (await open())
      if (store !== shared) opened.push(store)
      return { store, ids }
    }
    try {
      await fc.assert(inOrder(invariant, database), { seed, numRuns })
    } finally {
      for (const store of opened) await store.close()
    }
  }

  it.each([
    ['sums of days equal the counts of visits at every instant', rollups, { seed: 1, numRuns: LONG_RUNS }],
    ['visit limits hold as the model says', visitLimits, { seed: 36, numRuns: MANY_RUNS }],
  ] as const)('%s', async (_name, invariant, parameters) => {
    const store = await open()
    await run(invariant, parameters, store).finally(() => store.close())
  })

  const quickIdempotency = { ...idempotency, outside: () => new PaymentPages(0) }

  it.each([quickIdempotency, quota, slugs, outbox])('$name: histories end as the model says', (invariant) =>
    run(invariant, { seed: 36, numRuns: NUM_RUNS }),
  )
})
