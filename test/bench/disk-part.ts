import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { allStored, METRICS } from './metrics.ts'
import { grouped } from './numbers.ts'
import { writtenBytes } from './process-figures.ts'
import { startLoadGenerator, startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Figure, Part } from './report.ts'
import { visitsOf } from './requests.ts'
import { expectOnly } from './rounds.ts'

const LINKS = 10_000
/** Redirects a second, with the KiB a redirect that are aimed at, as far as they are. */
const RATES: readonly (readonly [rate: number, goal?: number])[] = [[20], [200, 2], [8000]]

/** Bytes that a redirect has the kernel write to the disk. */
export async function measureDisk(database: DatabaseName, { seconds }: { readonly seconds: number }): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: LINKS }))
  const { port, pid } = await startOurs({ ...fixture.environment, ...METRICS })
  const run = startLoadGenerator()
  const requests = visitsOf(LINKS)
  const follow = async (rate?: number) => {
    const load = { port, requests, connections: 16, seconds: seconds * 4, rate }
    const result = await run(load)
    expectOnly(302, result)
    await allStored(port)
    return result.requests
  }
  progress('disk: warming up')
  await follow(1000)
  const figures: Figure[] = []
  for (const [rate, goal] of RATES) {
    progress(`disk: ${rate} a second`)
    const before = [writtenBytes([pid]), writtenBytes(fixture.processes())] as const
    const redirects = await follow(rate)
    const at = `per redirect at ${grouped(rate)}/s`
    const written = since(before[0], writtenBytes([pid])) / 1024 / redirects
    figures.push({
      what: `written ${at}`,
      value: written,
      unit: 'KiB',
      atMost: database === 'sqlite' ? goal : undefined,
    })
    if (database === 'sqlite') continue
    const byDatabase = since(before[1], writtenBytes(fixture.processes())) / 1024 / redirects
    figures.push({ what: `written by Postgres ${at}`, value: byDatabase, unit: 'KiB' })
  }
  return {
    title: 'Disk writes',
    note: `What /proc/PID/io counts as sent to the disk by the server${database === 'postgres' ? ', and apart by those processes of Postgres that run at the end' : ''}, over ${seconds * 4} s of redirects by visitors of public addresses, until the last hit is stored.`,
    figures,
  }
}

type Written = ReturnType<typeof writtenBytes>

const since = (before: Written, after: Written) =>
  [...after].reduce((sum, [pid, bytes]) => sum + bytes - (before.get(pid) ?? 0), 0)
