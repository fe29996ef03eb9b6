import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** The value that a query gives beside a server, on the database of its `DATABASE_URL`. */
export async function readNumber(databaseUrl: string, query: string): Promise<number> {
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Sqlite(databaseUrl.slice('sqlite:'.length), { readonly: true, timeout: 60_000 })
    try {
      return Number(db.prepare(query).pluck().get())
    } finally {
      db.close()
    }
  }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    return Number(Object.values((await client.query(query)).rows[0] ?? {})[0])
  } finally {
    await client.end()
  }
}
