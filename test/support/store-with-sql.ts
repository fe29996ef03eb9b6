import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { newPostgresDatabase, newSqliteFile } from './databases.ts'
import type { Database } from './server.ts'

/** Runs a statement in parallel with the store, like a server of another version, and returns its rows. Parameters are $1, $2 and so on. */
export type RunSql = (text: string, values?: readonly unknown[]) => Promise<unknown[]>

/** Calls {@link openStoreWithSql} for one test, and closes both parts at its end. */
export async function storeWithSql(database: Database) {
  const { store, run, close } = await openStoreWithSql(database)
  onTestFinished(close)
  return { store, run }
}

/** Opens a store on an empty database, and a function that runs statements in parallel with it. */
export async function openStoreWithSql(database: Database) {
  const { store, run, end } = await (database === 'sqlite' ? onSqlite() : onPostgres())
  async function close() {
    await end()
    await store.close()
  }
  return { store, run, close }
}

async function onSqlite() {
  const file = newSqliteFile()
  const store = await openSqliteStore({ file })
  const db = new Sqlite(file)
  const run: RunSql = async (text, values = []) => {
    const statement = db.prepare(text)
    const given = Object.fromEntries(values.map((value, index) => [index + 1, value]))
    if (statement.reader) return statement.all(given)
    statement.run(given)
    return []
  }
  return { store, run, end: async () => void db.close() }
}

async function onPostgres() {
  const url = await newPostgresDatabase()
  const store = await openPostgresStore({ url })
  const client = new pg.Client(url)
  await client.connect()
  const run: RunSql = async (text, values = []) => (await client.query(text, [...values])).rows
  return { store, run, end: () => client.end() }
}
