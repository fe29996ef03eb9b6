import { execFile } from 'node:child_process'
import { appendFile, chown, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type PostgresServer, startPostgres } from './postgres.ts'

/** Starts a standby that follows the running primary. It has all databases that the primary has, now and later. */
export function startStandby(folder: string, primary: PostgresServer): Promise<PostgresServer> {
  return startPostgres(folder, { createData: (folder) => copyPrimary(primary, join(folder, 'data')) })
}

/** Copies the data of the running primary, and prepares the copy to follow it. */
async function copyPrimary(primary: PostgresServer, data: string) {
  const client = new pg.Client(primary.url)
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  // With the owners of the files, since root runs Postgres as another user.
  await promisify(execFile)('cp', ['-a', join(primary.folder, 'data'), data])
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
  await client.end()
  await rm(join(data, 'postmaster.pid'))
  const { uid, gid } = await stat(data)
  const files = { backup_label: rows[0].labelfile, 'standby.signal': '' }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(data, name), text)
    await chown(join(data, name), uid, gid)
  }
  const { hostname, port, username, password } = new URL(primary.url)
  const connection = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connection}'\n`)
}

/** Runs statements on the server. */
export async function runOn(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
