import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './postgres.ts'

/** As long as no machine needs, for stores whose answers are judged. */
export const PATIENT_LIMITS = { statementMs: 300_000, callMs: 300_000 }

/** A new folder, deleted after the run. */
export const temporaryFolder = () => mkdtempSync(join(inject('runFolder'), 'test-'))

/** Path of a new SQLite file with the current schema and no rows. Copies a template, so that tests do not each run all migrations. */
export function newSqliteFile(folder = temporaryFolder()): string {
  const file = join(folder, 'shortlink.db')
  copyFileSync(inject('templates').sqliteFile, file)
  return file
}

/** URL of a new Postgres database with the current schema and no rows. */
export const newPostgresDatabase = () =>
  // Copying files takes half the CPU of copying through the log.
  createDatabase(` template ${inject('templates').postgresName} strategy file_copy`)

/** URL of a new Postgres database without tables, for tests of migrations, copies and first starts. */
export const emptyPostgresDatabase = () => createDatabase('')

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(`create database ${name}${template}`)
  await client.end()
  return databaseUrl(inject('postgresUrl'), name)
}
