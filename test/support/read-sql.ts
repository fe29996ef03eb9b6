import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** Runs a query on a server's database and returns its single value as a number. */
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
