import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { START_OPTIONS } from '../support/start-options.ts'
import type { LoadPlan, LoadResult } from './load.ts'

/** Servers run on the first core, load generators on the last. */
const SERVER_CORE = 0
export const ALL_CORES = `0-${availableParallelism() - 1}`
const LOAD_CORE = availableParallelism() - 1

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

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
}

/**
 * Starts a server on the servers' core and waits until it answers on `path`.
 * @param script a script with its arguments
 */
export async function startServer(
  script: readonly string[],
  environment: Record<string, string>,
  path: string,
  { nodeOptions = [], cores = `${SERVER_CORE}` }: StartOptions = {},
): Promise<BenchServer> {
  const port = Number(environment.PORT)
  const began = performance.now()
  const child = pinned(cores, [...nodeOptions, ...START_OPTIONS, ...script], environment)
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

function pinned(cores: string, args: readonly string[], environment: Record<string, string>) {
  // taskset replaces itself by what it starts, so the child is the server.
  const child = spawn('taskset', ['-c', cores, process.execPath, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
    // In a session of its own, as services run: Linux shares cores by session before priorities within one.
    detached: true,
  })
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}

async function answers(child: ChildProcess, url: string) {
  while (child.exitCode === null) {
    const answered = await fetch(url, { redirect: 'manual' }).then(
      (response) => response.status < 500,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  throw new Error(`The server ended with ${child.exitCode}`)
}

/** A load generator on a core of its own. */
export function startLoadGenerator() {
  const child = forkLoad(new URL('./load-process.ts', import.meta.url))
  return {
    async run(plan: LoadPlan): Promise<LoadResult> {
      child.send(plan)
      const [result] = (await once(child, 'message')) as [LoadResult]
      return result
    },
    stop() {
      child.disconnect()
      running.delete(child)
    },
  }
}

/** A process for load, on the core of load generators; it ends with this one, or when it is disconnected. */
export function forkLoad(script: URL): ChildProcess {
  const child = fork(script, { execArgv: [...START_OPTIONS], detached: true })
  spawn('taskset', ['-cp', `${LOAD_CORE}`, `${child.pid}`], { stdio: 'ignore' })
  running.add(child)
  return child
}

/** CPU time that a process has used, in microseconds: of its first thread, and of all. */
export function cpuTime(pid: number): { main: number; all: number } {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) => ({
    thread: Number(thread),
    used: Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1000,
  }))
  return {
    main: times.find(({ thread }) => thread === pid)?.used ?? Number.NaN,
    all: times.reduce((sum, { used }) => sum + used, 0),
  }
}

/** CPU time by thread, in microseconds, the threads that Node names alike summed. */
export function cpuByThread(pid: number): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const folder = `/proc/${pid}/task/${thread}`
    const name = Number(thread) === pid ? 'redirecting thread' : readFileSync(`${folder}/comm`, 'utf8').trim()
    const used = Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0]) / 1000
    sums[name] = (sums[name] ?? 0) + used
  }
  return sums
}

/** In percent of one core. */
export interface CoreUse {
  /** Used by the first thread, and by all. */
  readonly loop: number
  readonly all: number
  /** For how long the first thread was ready to run and others had the cores. */
  readonly waited: number
}

/** What a process uses from now until it is asked. */
export function watchCores(pid: number): () => CoreUse {
  const read = () => {
    const [, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return { ...cpuTime(pid), waited: Number(waited) / 1000, at: performance.now() }
  }
  const before = read()
  return () => {
    const after = read()
    const share = (of: 'main' | 'all' | 'waited') => (after[of] - before[of]) / 10 / (after.at - before.at)
    return { loop: share('main'), all: share('all'), waited: share('waited') }
  }
}

/** Memory that a process occupies, in bytes. */
export const residentMemory = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
