import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { availableParallelism, setPriority } from 'node:os'
import { freePort } from '../support/free-port.ts'
import { BUILT_SERVER, START_OPTIONS } from '../support/start-options.ts'
import { onCleanup } from './cleanup.ts'
import type { LoadPlan, LoadResult } from './load.ts'

const LAST_CORE = availableParallelism() - 1
/** Servers run on the first core, load generators on the last, a database on those between. */
const SERVER_CORE = '0'
const LOAD_CORE = `${LAST_CORE}`
export const ALL_CORES = `0-${LAST_CORE}`
export const DATABASE_CORES = LAST_CORE > 1 ? `1-${LAST_CORE - 1}` : LOAD_CORE
/** Where Postgres runs, for the note of a table. */
export const DATABASE_PLACE =
  LAST_CORE > 1 ? 'Postgres has cores of its own.' : 'Postgres shares the core of the load generator.'

const START_TIMEOUT_MS = 60_000
/** A load that has not ended this long after its time is an error. */
const OVERDUE_MS = 60_000

export interface BenchServer {
  readonly port: number
  readonly pid: number
  /** Milliseconds from its start until it first answered. */
  readonly startedIn: number
  stop(): Promise<void>
}

interface StartOptions {
  readonly nodeOptions?: readonly string[]
  /** CPUs to pin it to, as a list for taskset; the servers' core by default. */
  readonly cores?: string
  readonly folder?: string
}

let isBuilt = false

/** Starts our server from the build that `npm start` runs, and waits until it answers on `path`. */
export async function startOurs(environment: Record<string, string>, options?: StartOptions, path = '/healthz') {
  // A server that finds sources newer than its build makes one in its own process, whose memory would count.
  if (!isBuilt) execFileSync(process.execPath, ['build/run.js', 'cli', '--version'], { stdio: 'ignore' })
  isBuilt = true
  return startServer(BUILT_SERVER, environment, path, options)
}

/** Starts one of the servers in this folder that ours is compared with. */
export const startYardstick = async (name: 'bare' | 'plain-mcp') =>
  startServer([`test/bench/${name}.ts`], { PORT: `${await freePort()}` }, '/')

/**
 * Starts a server on the servers' core and waits until it answers on `path`.
 * @param script a script with its arguments
 */
export async function startServer(
  script: readonly string[],
  environment: Record<string, string>,
  path: string,
  { nodeOptions = START_OPTIONS, cores = SERVER_CORE, folder }: StartOptions = {},
): Promise<BenchServer> {
  const port = Number(environment.PORT)
  const began = performance.now()
  // taskset replaces itself by what it starts, so the child is the server.
  const child = spawn('taskset', ['-c', cores, process.execPath, ...nodeOptions, ...script], {
    env: { PATH: process.env.PATH, ...environment },
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    // In a session of its own, as services run: Linux shares cores by session before priorities within one.
    detached: true,
  })
  killOnCleanup(child)
  await answers(child, `http://127.0.0.1:${port}${path}`)
  return {
    port,
    pid: child.pid as number,
    startedIn: performance.now() - began,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function killOnCleanup(child: ChildProcess) {
  onCleanup(async () => {
    if (hasEnded(child)) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function answers(child: ChildProcess, url: string) {
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!hasEnded(child) && performance.now() < deadline) {
    const answered = await fetch(url, { redirect: 'manual' }).then(
      (response) => response.status < 500,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(hasEnded(child) ? `The server ended with ${child.exitCode}` : `No answer from ${url}`)
}

/**
 * Starts a load generator. It takes one load at a time.
 * @param isOnServerCore whether it shares the servers' core instead of having one of its own
 */
export function startLoadGenerator(isOnServerCore = false): (plan: LoadPlan) => Promise<LoadResult> {
  const child = forkLoad(new URL('./load-process.ts', import.meta.url), isOnServerCore ? SERVER_CORE : LOAD_CORE)
  let known: LoadPlan['requests'] = []
  return async (plan) => {
    // Ten thousands of requests are sent once: they would take the generator's core for a time while others run.
    child.send(plan.requests === known ? { ...plan, requests: [] } : plan)
    known = plan.requests
    const over = new AbortController()
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(plan.seconds * 1000 + OVERDUE_MS)])
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`The load generator ended with ${code}`)
    })
    const [result] = (await Promise.race([once(child, 'message', { signal }), ended])) as [LoadResult]
    ended.catch(() => {})
    over.abort()
    return result
  }
}

/** A process for load, by default on the core of load generators; it ends with this one, or when it is disconnected. */
export function forkLoad(script: URL, cores = LOAD_CORE): ChildProcess {
  const child = fork(script, { execArgv: [...START_OPTIONS], detached: true, serialization: 'advanced' })
  killOnCleanup(child)
  pin(cores, child.pid as number)
  return child
}

/** Keeps a process, with the threads and processes that it starts from now on, on the given cores. */
export const pin = (cores: string, pid: number) =>
  execFileSync('taskset', ['-a', '-cp', cores, `${pid}`], { stdio: 'ignore' })

/** Gives processes the lowest priority, so that they take little from others, as if they were on another machine. */
export function lowerPriority(pids: readonly number[]) {
  for (const pid of pids) {
    try {
      setPriority(pid, 19)
      // Where Linux shares cores by session, it does so before priorities within one.
      writeFileSync(`/proc/${pid}/autogroup`, '19')
    } catch {
      // It has ended meanwhile, or Linux does not share cores by session.
    }
  }
}

/** Moves the threads that a server has by now to the database's cores, all but the first, which redirects. */
export function moveThreads(pid: number) {
  pin(DATABASE_CORES, pid)
  execFileSync('taskset', ['-cp', SERVER_CORE, `${pid}`], { stdio: 'ignore' })
}
