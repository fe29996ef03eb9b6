import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundle, isStale } from '../../build/bundle.js'
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
 * One Postgres server and one folder a run; each test makes databases and folders of its own in them. The build is made before, so that
 * tests that run it do not each begin with making it.
 */
export default async function prepareRun({ provide }: TestProject) {
  if (isStale()) await bundle()
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
