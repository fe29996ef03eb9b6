import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { bundle, isStale } from '../../build/bundle.js'
import { buildDash, isDashStale } from '../../build/dash.js'
import { unpackBrowser } from './browser.ts'
import { databaseUrl, startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of the run's Postgres server, whose `postgres` database stays empty. */
    postgresUrl: string
    /** A folder that is deleted after the run. */
    runFolder: string
    /** Databases with the current schema and no rows, which tests copy. */
    templates: { readonly sqliteFile: string; readonly postgresName: string }
  }
}

/**
 * Starts one Postgres server, and builds the bundle and the dashboard if they are stale, so that tests do not each do it. Each test creates
 * its own databases, folders and browser contexts.
 */
export default async function prepareRun({ provide }: TestProject) {
  if (isStale()) await bundle()
  if (isDashStale()) await buildDash()
  const folder = await mkdtemp(join(tmpdir(), 'shortlink-tests-'))
  await chmod(folder, 0o755)
  const server = await startPostgres(folder)
  await unpackBrowser()
  provide('runFolder', folder)
  provide('postgresUrl', server.url)
  provide('templates', await createTemplates(folder, server.url))
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the templates in a separate process, since the stores' threads need Node options that this process lacks. */
async function createTemplates(folder: string, postgresUrl: string) {
  const templates = { sqliteFile: join(folder, 'template.db'), postgresName: 'shortlink_template' }
  const client = new pg.Client(postgresUrl)
  await client.connect()
  await client.query(`create database ${templates.postgresName}`)
  await client.end()
  const script = fileURLToPath(new URL('create-templates.ts', import.meta.url))
  const url = databaseUrl(postgresUrl, templates.postgresName)
  await promisify(execFile)(process.execPath, ['--conditions=@shortlink/source', script, templates.sqliteFile, url])
  return templates
}
