import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import { FACT_DIMENSIONS } from '@shortlink/core/adapter'
import { aHit, newLink, newOwner } from '@shortlink/core/contracts'
import { DAY_MS } from '@shortlink/core/host'
import { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../../adapters/postgres/connection/connect.ts'
import { postgresDialect } from '../../../adapters/postgres/connection/dialect.ts'
import { sqlAnalytics } from '../../../adapters/sql/analytics/analytics.ts'
import { postgresSums, sqliteSums } from '../../../adapters/sql/analytics/expressions/sums-dialect.ts'
import { within } from '../../../adapters/sql/kit/transaction.ts'
import type { Schema } from '../../../adapters/sql/schema.ts'
import { connect, statementRunner } from '../../../adapters/sqlite/connection.ts'
import { sqliteDialect } from '../../../adapters/sqlite/dialect.ts'
import { newPostgresDatabase, newSqliteFile } from '../../support/databases.ts'

it.each(['sqlite', 'postgres'] as const)(
  'a call lists the links of an account once, however many questions it has, on %s',
  async (database) => {
    const isFile = database === 'sqlite'
    const place = isFile ? newSqliteFile() : await newPostgresDatabase()
    const store = isFile ? await openSqliteStore({ file: place }) : await openPostgresStore({ url: place })
    let listed = 0
    const db = new Kysely<Schema>({
      dialect: isFile
        ? sqliteDialect(statementRunner(connect(place, { readonly: true, lockTimeoutMs: 5_000 })))
        : postgresDialect(openPool(place, 1)),
      log: ({ query }) => {
        if (/links\.no, links\.id from links\s+where links\.owner/.test(query.sql)) listed += 1
      },
    })
    onTestFinished(async () => {
      await store.close()
      await db.destroy()
    })
    const owner = await newOwner(store)
    const visited = await newLink(store, { owner })
    await newLink(store, { owner })
    const at = Date.UTC(2024, 3, 1)
    await store.hits.record([aHit(visited.id, { at, country: 'DE' })])

    const range = { from: at, to: at + 400 * DAY_MS }
    const result = await sqlAnalytics(within(db), isFile ? sqliteSums : postgresSums).sums({
      links: { owner, ids: null, tags: null, domain: null },
      where: [],
      offsets: [],
      questions: FACT_DIMENSIONS.map((by) => ({ by, range, take: 10, bots: 'INCLUDE' })),
    })
    const rows = result._unsafeUnwrap()
    expect(rows[FACT_DIMENSIONS.indexOf('LINK')]).toMatchObject([{ value: visited.id, hits: 1 }])
    expect(rows[FACT_DIMENSIONS.indexOf('COUNTRY')]).toMatchObject([{ value: 'DE', hits: 1 }])
    expect(listed).toBe(1)
  },
)
