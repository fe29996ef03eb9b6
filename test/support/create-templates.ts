/** Creates an SQLite file and a Postgres database with the current schema and no rows: create-templates.ts <file> <database URL>. */
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'

const [file = '', url = ''] = process.argv.slice(2)
// On a busy machine the first connections take longer than the timeout of one.
const stores = await Promise.all([openSqliteStore({ file }), openPostgresStore({ url, waitMs: 240_000 })])
for (const store of stores) await store.close()
