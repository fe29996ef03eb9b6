import { type DatabaseName, openFixture, seedLinks, slugOf } from './fixture.ts'
import { median } from './numbers.ts'
import { startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'

/** From the start of the process to its first redirect. */
export async function measureStart(database: DatabaseName, { starts }: { readonly starts: number }): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: 10_000 }))
  const times: number[] = []
  for (let start = 0; start < starts; start += 1) {
    progress(`start: ${start + 1} of ${starts}`)
    const server = await startOurs(fixture.environment, {}, `/${slugOf(1)}`)
    times.push(server.startedIn)
    await server.stop()
  }
  return {
    title: 'Start',
    note: `Median of ${starts} starts on one core, of the build that \`npm start\` runs.`,
    figures: [{ what: 'time to first redirect', value: median(times), unit: 'ms', atMost: 350 }],
  }
}
