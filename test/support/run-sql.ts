import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** Runs statements in parallel with a server, on the database of its `DATABASE_URL`. */
export async function runSql(databaseUrl: string, statements: string): Promise<void> {
  if (databaseUrl.startsWith('sqlite:')) {
    const db = new Sqlite(databaseUrl.slice('sqlite:'.length))
    db.exec(statements)
    db.close()
    return
  }
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(statements)
  await client.end()
}
