import type { LoadResult } from './load.ts'
import { type CpuTime, cpuTime } from './process-figures.ts'
import type { BenchServer } from './processes.ts'
import { progress } from './progress.ts'

/** Measures each of the given in every round, so that other load of the machine slows all of them alike. */
export async function inTurns<T extends Readonly<Record<string, () => Promise<unknown>>>>(
  what: string,
  rounds: number,
  measures: T,
): Promise<{ readonly [K in keyof T]: Awaited<ReturnType<T[K]>>[] }> {
  const names = Object.keys(measures)
  const results = Object.fromEntries(names.map((name) => [name, [] as unknown[]]))
  for (let round = 0; round < rounds; round += 1) {
    progress(`${what}: round ${round + 1} of ${rounds}`)
    for (const name of names) results[name]?.push(await measures[name]?.())
  }
  return results as { readonly [K in keyof T]: Awaited<ReturnType<T[K]>>[] }
}

/** A load with what it took. */
export interface Turn extends LoadResult {
  /** CPU in microseconds an answer: of the server's first thread, and of the whole process. */
  readonly mainCpu: number
  readonly allCpu: number
}

/**
 * Runs a load on a server and takes its CPU time.
 * @param settled waits until the server has done what the load left behind; what other threads than the first use meanwhile counts
 */
export async function measureTurn(
  { pid }: BenchServer,
  run: () => Promise<LoadResult>,
  settled: () => Promise<void> = async () => {},
): Promise<Turn> {
  const before = cpuTime(pid)
  const result = await run()
  const answered = cpuTime(pid)
  await settled()
  const others = ({ all, main }: CpuTime) => all - main
  const mainCpu = (answered.main - before.main) / result.requests
  return { ...result, mainCpu, allCpu: mainCpu + (others(cpuTime(pid)) - others(before)) / result.requests }
}

/**
 * Reports requests that were not answered in time, which a machine that is too slow for the load leaves.
 * @throws Error when an answer had another status, or held a GraphQL error
 */
export function expectOnly(status: number, { statuses, errors }: LoadResult) {
  const { [status]: _, 0: unanswered = 0, ...others } = statuses
  if (Object.keys(others).length > 0 || errors > 0)
    throw new Error(`Expected ${status} only, got ${JSON.stringify(statuses)} with ${errors} errors`)
  if (unanswered > 0) progress(`${unanswered} requests were not answered: the machine is too slow or too busy`)
}
