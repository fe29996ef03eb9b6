import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'

/** A folder that is gone when the test that asked for it has finished. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shortlink-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Address of a fresh, empty Postgres database on the run's server; it goes when the server does. */
export async function emptyPostgresDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = name
  return url.href
}
