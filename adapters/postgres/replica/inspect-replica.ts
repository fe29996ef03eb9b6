import { Kysely } from 'kysely'
import type { Schema } from '../../sql/schema.ts'
import { openPool } from '../connection/connect.ts'
import { postgresDialect } from '../connection/dialect.ts'
import { endPool } from '../connection/end-pool.ts'
import { readPrimary, readStandby } from './standby-position.ts'

/** Returns by how many bytes of the log the standby is behind. */
export async function inspectReplica(url: string, readUrl: string): Promise<number> {
  const pools = [openPool(url, 1), openPool(readUrl, 1)]
  try {
    const [primary, standby] = pools.map((pool) => new Kysely<Schema>({ dialect: postgresDialect(pool) })) as [
      Kysely<Schema>,
      Kysely<Schema>,
    ]
    const written = await readPrimary(primary)
    return Math.max(0, written.position - (await readStandby(standby, written)))
  } finally {
    await Promise.all(pools.map(endPool))
  }
}
