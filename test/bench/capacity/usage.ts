import pg from 'pg'
import type { Fixture } from '../fixture.ts'
import { readMetrics } from '../metrics.ts'
import { cpuTime } from '../process-figures.ts'
import type { BenchServer } from '../processes.ts'

/** What has been used so far: CPU in microseconds, WAL in bytes, and lookups of links that were not cached. */
export interface Used {
  readonly main: number
  readonly others: number
  readonly database: number
  readonly wal: number
  readonly lookups: number
}

export type Database = Awaited<ReturnType<typeof watchDatabase>>

export async function watchDatabase({ environment, processes, size }: Fixture) {
  const client = new pg.Client(environment.DATABASE_URL)
  await client.connect()
  const numberOf = async (expression: string) => Number((await client.query(`select ${expression} as n`)).rows[0].n)
  return {
    size,
    wal: () => numberOf(`pg_current_wal_lsn() - '0/0'::pg_lsn`),
    cpu: () => processes().reduce((sum, pid) => sum + cpuTime(pid).all, 0),
    transactions: () => numberOf('(select xact_commit from pg_stat_database where datname = current_database())'),
    close: () => client.end(),
  }
}

export async function readAll(servers: readonly BenchServer[], database: Database): Promise<Used> {
  const cpu = servers.map(({ pid }) => cpuTime(pid))
  const metrics = await Promise.all(servers.map(({ port }) => readMetrics(port)))
  return {
    main: cpu.reduce((sum, { main }) => sum + main, 0),
    others: cpu.reduce((sum, { all, main }) => sum + all - main, 0),
    database: database.cpu(),
    wal: await database.wal(),
    lookups: metrics.reduce((sum, metric) => sum + metric('cache_misses_total'), 0),
  }
}

export const difference = (before: Used, after: Used): Used =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name as keyof Used]])) as never
