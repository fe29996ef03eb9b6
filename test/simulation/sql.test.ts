import { join } from 'node:path'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { uuidIds } from '@shortlink/adapters/system'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { emptyPostgresDatabase, temporaryFolder } from '../support/databases.ts'
import { isFullSize } from '../support/scale.ts'
import { inOrder } from './model.ts'
import { rollups } from './rollups.ts'
import { visitLimits } from './visit-limits.ts'

const NUM_RUNS = 10
/** Histories with thousands of visits each. */
const LONG_RUNS = isFullSize() ? 60 : 4

describe.each([
  ['sqlite', async () => openSqliteStore({ file: join(temporaryFolder(), 'shortlink.db') })],
  ['postgres', async () => openPostgresStore({ url: await emptyPostgresDatabase() })],
] as const)('histories of the simulation, one call after the other, on %s', (_database, open) => {
  it('sums of days equal the counts of visits at every instant', async () => {
    const store = await open()
    try {
      await fc.assert(inOrder(rollups, { store, ids: uuidIds({ now: Date.now }) }), { seed: 1, numRuns: LONG_RUNS })
    } finally {
      await store.close()
    }
  })

  it('visit limits hold as the model says', async () => {
    const store = await open()
    try {
      await fc.assert(inOrder(visitLimits, { store, ids: uuidIds({ now: Date.now }) }), { seed: 36, numRuns: NUM_RUNS })
    } finally {
      await store.close()
    }
  })
})
