import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle, isStale } from '../../build/bundle.js'
import { buildDash, isDashStale } from '../../build/dash.js'
import { unpackBrowser } from './browser.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's Postgres server, whose `postgres` database stays empty. */
    postgresUrl: string
    /** A folder that is gone after the run. */
    runFolder: string
  }
}

/**
 * One Postgres server and one folder a run; each test makes databases and folders of its own in them. The build is made and the browser
 * unpacked before, so that tests do not each begin with it.
 */
export default async function prepareRun({ provide }: TestProject) {
  if (isStale()) await bundle()
  if (isDashStale()) await buildDash()
  await unpackBrowser()
  const folder = await mkdtemp(join(tmpdir(), 'shortlink-tests-'))
  await chmod(folder, 0o755)
  const server = await startPostgres(folder)
  provide('runFolder', folder)
  provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
