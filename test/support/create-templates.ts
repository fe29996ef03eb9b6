/** Creates an SQLite file and a Postgres database with the current schema and no rows: create-templates.ts <file> <database URL>. */
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'

const [file = '', url = ''] = process.argv.slice(2)
const stores = await Promise.all([openSqliteStore({ file }), openPostgresStore({ url })])
for (const store of stores) await store.close()
