/** What the kernel counts for a process. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** CPU time in microseconds: of the first thread, and of all threads. */
export interface CpuTime {
  readonly main: number
  readonly all: number
}

/** CPU time that a process has used so far. */
export function cpuTime(pid: number): CpuTime {
  const times = threadTimes(pid)
  return {
    main: times.find(({ thread }) => thread === pid)?.used ?? Number.NaN,
    all: times.reduce((sum, { used }) => sum + used, 0),
  }
}

/** CPU time by thread in microseconds, the threads that Node names alike summed. */
export function cpuByThread(pid: number): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { thread, used } of threadTimes(pid)) {
    const name = thread === pid ? 'redirecting thread' : read(`/proc/${pid}/task/${thread}/comm`).trim()
    sums[name] = (sums[name] ?? 0) + used
  }
  return sums
}

const threadTimes = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).map((thread) => ({
    thread: Number(thread),
    used: Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1000,
  }))

/** CPU time in microseconds, in steps of 10,000, of all processes that this one has started and that have ended. */
export function endedChildrenCpu(): number {
  // Fields 16 and 17 of the line, in hundredths of a second; a name that holds a space stands in the parentheses before.
  const fields = read('/proc/self/stat')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) * 10_000
}

/** In percent of one core. */
export interface CoreUse {
  /** Used by the first thread, and by all. */
  readonly loop: number
  readonly all: number
  /** For how long the first thread was ready to run and others had the cores. */
  readonly waited: number
}

/** Starts to watch a process; the function it returns gives what the process has used since. */
export function watchCores(pid: number): () => CoreUse {
  const take = () => {
    const [, waited] = read(`/proc/${pid}/task/${pid}/schedstat`).split(' ')
    return { ...cpuTime(pid), waited: Number(waited) / 1000, at: performance.now() }
  }
  const before = take()
  return () => {
    const after = take()
    const share = (of: 'main' | 'all' | 'waited') => (after[of] - before[of]) / 10 / (after.at - before.at)
    return { loop: share('main'), all: share('all'), waited: share('waited') }
  }
}

/** Memory that a process occupies, in MiB. */
export const residentMiB = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1]) / 1024

/** Bytes that each process has had written to the disk so far; processes that have ended are left out. */
export function writtenBytes(pids: readonly number[]): ReadonlyMap<number, number> {
  const running = pids.filter((pid) => existsSync(`/proc/${pid}/io`))
  return new Map(running.map((pid) => [pid, Number(/^write_bytes: (\d+)/m.exec(read(`/proc/${pid}/io`))?.[1])]))
}

/** The processes that a process has started and that still run. */
export const childrenOf = (pid: number) =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

const read = (path: string) => readFileSync(path, 'utf8')
