/**
 * Measures the service as it is run: `npm run bench`, with `-- --db postgres` on Postgres, `-- --only redirect,hits` in parts,
 * `-- --quick` to see that it works. Prints tables, and writes them to docs/performance.md with a picture unless it was quick.
 */
import { parseArgs } from 'node:util'
import type { DatabaseName } from './fixture.ts'
import { measureHits } from './hits-part.ts'
import { measureProfile } from './profile-part.ts'
import { progressEnds } from './progress.ts'
import { measureRedirect } from './redirect-part.ts'
import { type Part, print, writeChart, writePage } from './report.ts'
import { measureScale } from './scale-part.ts'
import { measureStart } from './start-part.ts'
import { measureWarm } from './warm-part.ts'

const { values } = parseArgs({
  options: {
    db: { type: 'string', default: 'sqlite' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const database = values.db as DatabaseName
if (database !== 'sqlite' && database !== 'postgres') throw new Error('--db is sqlite or postgres')

const sizes = values.quick
  ? { rounds: 2, seconds: 1, starts: 2, stored: 20_000, links: 20_000 }
  : { rounds: 7, seconds: 5, starts: 9, stored: 3_000_000, links: 1_000_000 }

const measures: Record<string, () => Promise<Part>> = {
  redirect: () => measureRedirect(database, sizes),
  profile: () => measureProfile(database, sizes),
  start: () => measureStart(database, sizes),
  hits: () => measureHits(database, sizes),
  scale: () => measureScale(database, sizes),
  warm: () => measureWarm(database, sizes),
}

const wanted = values.only?.split(',') ?? Object.keys(measures)
for (const name of wanted) {
  const measure = measures[name]
  if (measure === undefined) throw new Error(`--only takes ${Object.keys(measures).join(', ')}`)
  const part = await measure()
  progressEnds()
  print(part)
  if (values.quick) continue
  writePage(database, part)
  if (part.title.startsWith('The redirect')) chart(part)
}

function chart({ title, figures }: Part) {
  const bars = figures
    .filter(({ what }) => what.startsWith('CPU a request'))
    .map(({ what, value, unit }) => ({ label: what.replace('CPU a request, ', ''), value, unit }))
  writeChart(`redirect-${database}`, `${title}: CPU time a request`, bars)
}
