import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { systemTimer } from '@shortlink/adapters/system'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Configure } from '../../hosts/app/composition.ts'
import { readSettings } from '../../hosts/app/settings/settings.ts'
import { SERVER_LIMITS, type ServerLimits } from '../../hosts/http/server.ts'
import { createLog } from '../../hosts/kit/log.ts'
import { type RunningServer, startServer } from '../../hosts/server/serve.ts'
import { bareEnvironment } from './bare-environment.ts'
import { newPostgresDatabase, newSqliteFile, PATIENT_LIMITS, temporaryFolder } from './databases.ts'
import { freePort } from './free-port.ts'
import { quickPasswords } from './ports.ts'
import { isFullSize } from './scale.ts'
import { BUILT_SERVER, START_OPTIONS } from './start-options.ts'

export type Database = 'sqlite' | 'postgres'

/** Both databases, for `describe.each`. */
export const DATABASES: readonly Database[] = ['sqlite', 'postgres']

/**
 * Returns the databases for a test file of a surface: one of the two, by the file's name, and both in `npm run test:slow`. The contracts
 * test the promises of a store on both.
 */
export function surfaceDatabases(fileUrl: string): readonly Database[] {
  const sum = [...basename(fileUrl)].reduce((sum, character) => sum + character.charCodeAt(0), 0)
  return isFullSize() ? DATABASES : DATABASES.filter((_, index) => index === sum % DATABASES.length)
}

type Environment = Record<string, string>

/** Returns settings of a server with a separate database, folder and port, on loopback. */
export async function testEnvironment(database: Database, settings: Environment = {}): Promise<Environment> {
  const folder = temporaryFolder()
  return {
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: folder,
    DATABASE_URL: database === 'sqlite' ? `sqlite:${newSqliteFile(folder)}` : await newPostgresDatabase(),
    JWT_SECRET: 'a secret for tests, 32 bytes or more',
    APIKEY_PEPPER: 'a pepper for tests, 32 bytes or more',
    // Tests send the requests of a crowd from one IP address.
    RATELIMIT_REDIRECT_PER_MIN: '0',
    RATELIMIT_GRAPHQL_PER_MIN: '0',
    RATELIMIT_BULK_PER_MIN: '0',
    RATELIMIT_ANONYMOUS_CREATE_PER_MIN: '0',
    RATELIMIT_AUTH_PER_MIN: '0',
    RATELIMIT_PASSWORD_PER_MIN: '0',
    RATELIMIT_PUBLIC_PER_MIN: '0',
    RATELIMIT_MCP_PER_MIN: '0',
    // Webhook endpoints of tests listen on loopback.
    WEBHOOK_ALLOW_PRIVATE: 'true',
    // Only tests of a full disk limit the free space.
    MIN_FREE_DISK_MB: '0',
    // Most tests need few of the threads and APIs, which take a second of CPU.
    WARM_UP: 'false',
    LOG_LEVEL: 'silent',
    ...settings,
  }
}

/** Maximum time that a read waits for others, in core/read-turns.ts; shorter times pace the work that tests observe. */
const READ_WAIT_MS = 3_000

/** For tests that send many reads concurrently: the server rejects none because it waited for others on a slow machine. */
export const withPatientReads: Configure = (root) =>
  root.replace('timer', (delayMs, work) => systemTimer(delayMs < READ_WAIT_MS ? delayMs : 20 * delayMs, work))

/** How long a visitor waits for a fresh link before the stale one is served, in adapters/cache/read-through.ts. */
const REFRESH_WAIT_MS = 100

/** For tests of what visitors get right after a change of many links: on a slow machine, too, the server waits for the fresh link. */
export const withFreshLinks: Configure = (root) =>
  root.replace('timer', (delayMs, work) => systemTimer(delayMs === REFRESH_WAIT_MS ? 60_000 : delayMs, work))

interface TestServerOptions {
  readonly database?: Database
  readonly settings?: Environment
  /** Limits that a test reaches without the waiting time of visitors. */
  readonly limits?: Partial<ServerLimits>
  readonly configure?: Configure | undefined
  /** Whether to hash passwords at the cost of production, for tests of that cost. */
  readonly slowPasswords?: boolean
}

/** Starts a server in this process; the caller closes it. */
export async function startTestServer({
  database = 'sqlite',
  settings = {},
  limits = {},
  configure,
  slowPasswords = false,
}: TestServerOptions = {}): Promise<RunningServer> {
  const environment = await testEnvironment(database, settings)
  const log = createLog(environment.LOG_LEVEL ?? 'silent')
  return startServer(readSettings(environment), log, {
    // Clients of tests keep idle connections open.
    limits: { ...SERVER_LIMITS, lastRequestTimeout: 0, ...limits },
    async configure(root) {
      root.replace('readLimits', PATIENT_LIMITS)
      if (!slowPasswords) root.replace('passwords', quickPasswords())
      await configure?.(root)
    },
  })
}

/** Starts one server for all tests of the enclosing `describe`. `url` is available while they run. */
export function useTestServer(options: TestServerOptions = {}): { readonly url: string } {
  let server: RunningServer | undefined
  beforeAll(async () => {
    server = await startTestServer(options)
  })
  afterAll(() => server?.close('tests are over'))
  return {
    get url() {
      if (server === undefined) throw new Error('The server is started by beforeAll')
      return server.url
    },
  }
}

export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  /** Returns its output so far, of both streams. */
  log(): string
  /** Returns its resident memory in bytes. */
  memory(): number
}

interface ProcessOptions {
  /** Registers the function that kills the process; {@link onTestFinished} by default. */
  readonly atEnd?: (kill: () => Promise<void>) => void
  /** A module that runs before the server's own, in each of its threads. */
  readonly preload?: URL
  /** Whether to run the sources instead of the build, which starts three times as fast: for a preload that replaces modules. */
  readonly sources?: boolean
  /** Niceness of the process. It runs without root's rights if the tests have them; then its user owns its folder. */
  readonly niceness?: number
}

/** Starts a server process like an operator, and waits until it listens. The process is killed when the test has finished. */
export async function spawnServer(environment: Environment, options: ProcessOptions = {}): Promise<ServerProcess> {
  const server = launchServer(environment, options)
  await answering(server)
  return server
}

/** Does the same without waiting. */
export function launchServer(
  environment: Environment,
  { preload, sources, niceness, atEnd = onTestFinished }: ProcessOptions = {},
): ServerProcess {
  const preloaded = preload === undefined ? [] : [`--import=${preload.href}`]
  const server = sources ? ['hosts/server/main.ts'] : BUILT_SERVER
  const { command, user } = niceness === undefined ? PLAINLY : withNiceness(niceness, String(environment.DATA_DIR))
  const [program, ...words] = [...command, process.execPath, ...START_OPTIONS, ...preloaded, ...server]
  const child = spawn(String(program), words, {
    ...user,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
  }
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return {
    url: `http://127.0.0.1:${environment.PORT}`,
    process: child,
    log: () => log,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
  }
}

const PLAINLY = { command: [], user: {} }
const UNPRIVILEGED = 65_534

function withNiceness(niceness: number, folder: string) {
  const command = ['nice', '-n', String(niceness)]
  if (process.getuid?.() !== 0) return { command, user: {} }
  for (const path of [folder, ...readdirSync(folder).map((name) => join(folder, name))])
    chownSync(path, UNPRIVILEGED, UNPRIVILEGED)
  return { command, user: { uid: UNPRIVILEGED, gid: UNPRIVILEGED } }
}

/** Resolves when the server responds; rejects if it has ended instead. */
async function answering({ url, process: child, log }: ServerProcess) {
  while (child.exitCode === null && child.signalCode === null) {
    const ready = await fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The server ended with ${child.exitCode ?? child.signalCode}: ${log()}`)
}
