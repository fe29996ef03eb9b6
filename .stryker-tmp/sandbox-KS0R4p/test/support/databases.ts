import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/** A folder of one's own, gone after the run. */
export const temporaryFolder = () => mkdtempSync(join(inject('runFolder'), 'test-'))

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
