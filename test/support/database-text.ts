import Sqlite from 'better-sqlite3'
import pg from 'pg'

/** Returns the contents of all tables of a database, by table, as text. */
export async function databaseText(url: string): Promise<ReadonlyMap<string, string>> {
  const texts = url.startsWith('sqlite:') ? sqliteText(url.slice('sqlite:'.length)) : await postgresText(url)
  // A job writes it two minutes after the start.
  texts.delete('roll_progress')
  return texts
}

function sqliteText(file: string) {
  using db = closing(new Sqlite(file, { readonly: true }))
  const tables = db.value.prepare<[], string>(`select name from sqlite_master where type = 'table'`).pluck().all()
  return new Map(tables.map((table) => [table, JSON.stringify(db.value.prepare(`select * from "${table}"`).all())]))
}

const closing = (value: Sqlite.Database) => ({ value, [Symbol.dispose]: () => void value.close() })

async function postgresText(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
    )
    const texts = new Map<string, string>()
    for (const { name } of rows) texts.set(name, JSON.stringify((await client.query(`select * from "${name}"`)).rows))
    return texts
  } finally {
    await client.end()
  }
}
