/**
 * Measures the service as it is run: `npm run bench`, with `-- --db postgres` on Postgres, `-- --only rates,hits` in parts, `-- --quick`
 * for the tables of redirects and API calls in three minutes, `-- --kutt DIR` to compare with a checkout of Kutt. Prints tables.
 * Except with `--quick`, it also writes them to results/, and a summary and a picture for docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { measureAnalytics } from './analytics-part.ts'
import { measureApi } from './api-part.ts'
import { cleanUp, runProgram } from './cleanup.ts'
import { measureDash } from './dash-part.ts'
import { measureDisk } from './disk-part.ts'
import type { DatabaseName } from './fixture.ts'
import { measureGrowth } from './growth-part.ts'
import { measureHits } from './hits-part.ts'
import { measureImport } from './import-part.ts'
import { measureKutt } from './kutt-part.ts'
import { measureLists } from './lists-part.ts'
import { measureNeighbours } from './neighbours-part.ts'
import { measureProfile } from './profile-part.ts'
import { progressEnds } from './progress.ts'
import { measureRates } from './rates-part.ts'
import { measureRemoval } from './removal-part.ts'
import { measureReplicas } from './replicas-part.ts'
import { type Part, print, writeChart } from './report.ts'
import { writeResults } from './results.ts'
import { measureStart } from './start-part.ts'
import { measureTraces } from './traces-part.ts'
import { measureWarm } from './warm-part.ts'

const { values } = parseArgs({
  options: {
    db: { type: 'string', default: 'sqlite' },
    only: { type: 'string' },
    kutt: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const database = values.db as DatabaseName
if (database !== 'sqlite' && database !== 'postgres') refuse('--db is sqlite or postgres')

const FULL = {
  rounds: 5,
  seconds: 5,
  starts: 9,
  stored: 3_000_000,
  links: 500_000,
  hits: 500_000,
  warm: 1_000_000,
  imported: 100_000,
  analytics: { onOne: 3_000_000, spread: 7_000_000, links: 10_000 },
  replicas: { links: 1_000_000, seconds: 600, costSeconds: 20 },
}
const QUICK = {
  rounds: 3,
  seconds: 2,
  starts: 2,
  stored: 20_000,
  links: 20_000,
  hits: 20_000,
  warm: 20_000,
  imported: 5000,
  analytics: { onOne: 30_000, spread: 70_000, links: 1_000 },
  replicas: { links: 20_000, seconds: 15, costSeconds: 6 },
}
const sizes = values.quick ? QUICK : FULL

const measures: Record<string, () => Promise<Part>> = {
  rates: () => measureRates(database, sizes),
  api: () => measureApi(database, sizes),
  import: () => measureImport(database, sizes),
  neighbours: () => measureNeighbours(database, sizes),
  removal: () => measureRemoval(database, sizes),
  disk: () => measureDisk(database, sizes),
  lists: () => measureLists(database),
  analytics: () => measureAnalytics(database, sizes),
  growth: () => measureGrowth(database, sizes),
  hits: () => measureHits(database, sizes),
  start: () => measureStart(database, sizes),
  traces: () => measureTraces(database, sizes),
  profile: () => measureProfile(database, sizes),
}
// What is in memory, and the browser's part, are the same over either database.
if (database === 'sqlite')
  Object.assign(measures, { warm: () => measureWarm({ links: sizes.warm }), dash: measureDash })
if (database === 'postgres') measures.replicas = () => measureReplicas(sizes.replicas)
const { kutt } = values
if (kutt !== undefined) {
  if (database === 'postgres') refuse('--kutt DIR goes without --db postgres: Kutt is measured on SQLite')
  measures.kutt = () => measureKutt(kutt, sizes)
}

const chosen = values.only?.split(',') ?? (values.quick ? ['rates', 'api'] : Object.keys(measures))
const unknown = chosen.find((name) => !(name in measures))
if (unknown !== undefined) refuse(`--only takes ${Object.keys(measures).join(', ')}, not ${unknown}`)

runProgram(async () => {
  const parts: Part[] = []
  for (const name of chosen) {
    const part = await (measures[name] as () => Promise<Part>)()
    await cleanUp()
    progressEnds()
    print(part)
    if (values.quick) continue
    // At once, so that a later part that fails loses nothing.
    writeResults(database, [part])
    parts.push(part)
    if (name === 'rates') chart(part)
  }
  if (!values.quick && values.only === undefined) writeResults(database, parts, true)
  return 0
})

function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(64)
}

function chart({ title, figures }: Part) {
  const bars = figures
    .filter(({ what }) => what.startsWith('CPU per request'))
    .map(({ what, value, unit }) => ({ label: what.replace('CPU per request, ', ''), value, unit }))
  writeChart(`redirect-${database}`, `${title}: CPU time per request`, bars)
}
