import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { databaseUrl } from './postgres.ts'

/** Limits that no machine reaches, for stores whose results a test asserts. */
export const PATIENT_LIMITS = { statementMs: 300_000, callMs: 300_000 }

/** Creates a folder that is deleted after the run. */
export const temporaryFolder = () => mkdtempSync(join(inject('runFolder'), 'test-'))

/**
 * Creates an SQLite file with the current schema and no rows, and returns its path. Copies a template, so that tests do not each run all
 * migrations.
 */
export function newSqliteFile(folder = temporaryFolder()): string {
  const file = join(folder, 'shortlink.db')
  copyFileSync(inject('templates').sqliteFile, file)
  return file
}

/** Creates a Postgres database with the current schema and no rows, and returns its URL. */
export const newPostgresDatabase = () =>
  // Copying files takes half the CPU of copying through the log.
  createDatabase(` template ${inject('templates').postgresName} strategy file_copy`)

/** Creates a Postgres database without tables, for tests of migrations, copies and first starts, and returns its URL. */
export const emptyPostgresDatabase = () => createDatabase('')

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(`create database ${name}${template}`)
  await client.end()
  return databaseUrl(inject('postgresUrl'), name)
}
