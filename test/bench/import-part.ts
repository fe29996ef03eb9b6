import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signUp } from './api.ts'
import { onCleanup } from './cleanup.ts'
import { type DatabaseName, openFixture } from './fixture.ts'
import { grouped } from './numbers.ts'
import { endedChildrenCpu } from './process-figures.ts'
import { startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'

/** An import of links by the command line into an empty account. */
export async function measureImport(
  database: DatabaseName,
  { imported }: { readonly imported: number },
): Promise<Part> {
  const fixture = await openFixture(database)
  const { environment } = fixture
  const server = await startOurs(environment)
  const { email } = await signUp(server.port)
  await server.stop()
  const file = join(environment.DATA_DIR as string, 'links.csv')
  writeFileSync(file, csv(imported))
  progress(`import: ${grouped(imported)} links`)
  const { seconds, cpuSeconds } = await runToEnd(['link', 'import', file, '--user', email, '--apply'], environment)
  const rows = await fixture.count('links')
  if (rows !== imported) throw new Error(`Imported ${rows} links of ${imported}`)
  const size = grouped(imported)
  return {
    title: 'Import',
    note: `\`shortlink link import --apply\` of a CSV file of ${size} links, on all cores, from its start to its end.`,
    figures: [
      { what: `import of ${size} links`, value: seconds, unit: 's', atMost: imported === 100_000 ? 6 : undefined },
      { what: 'links per second', value: imported / seconds, unit: '/s' },
      { what: 'CPU per link', value: (cpuSeconds * 1e6) / imported, unit: 'µs' },
    ],
  }
}

const csv = (count: number) =>
  `slug,target,title,createdAt\n${Array.from(
    { length: count },
    (_, n) => `imported-${n},https://www.example.com/articles/2026/${n},Headline number ${n},2026-01-02T03:04:05Z\n`,
  ).join('')}`

/** Runs a command of the command line, and takes its time and that of its threads. */
async function runToEnd(args: readonly string[], environment: Record<string, string>) {
  const [began, cpu] = [performance.now(), endedChildrenCpu()]
  const child = spawn(process.execPath, ['build/run.js', 'cli', ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onCleanup(() => child.kill('SIGKILL'))
  const [status] = await once(child, 'exit')
  if (status !== 0) throw new Error(`The import ended with ${status}`)
  return { seconds: (performance.now() - began) / 1000, cpuSeconds: (endedChildrenCpu() - cpu) / 1e6 }
}
