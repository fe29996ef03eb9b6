import { parseArgs } from 'node:util'
import { INVARIANTS } from './all.ts'
import { run } from './run.ts'

/** Histories of one invariant before the next has its turn. */
const BATCH = 500

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' }, only: { type: 'string' } },
})
const minutes = Number(values.minutes)
let seed = values.seed === undefined ? Math.trunc(Math.random() * 2 ** 31) : Number(values.seed)
const invariants = INVARIANTS.filter(({ name }) => values.only === undefined || name === values.only)
if (!(minutes > 0) || !Number.isInteger(seed) || invariants.length === 0) {
  console.error(`usage: npm run simulate -- --minutes 10 --seed 7 --only "${INVARIANTS[0]?.name}"`)
  process.exit(64)
}

const endsAt = performance.now() + minutes * 60_000
let histories = 0
for (; performance.now() < endsAt && process.exitCode === undefined; seed += 1)
  for (const invariant of invariants) {
    if (performance.now() >= endsAt) break
    const { report, runs } = await run(invariant, { seed, numRuns: BATCH })
    histories += runs
    if (report === undefined) continue
    console.error(report)
    process.exitCode = 1
    break
  }
console.log(
  `${histories} histories, seeds up to ${seed}: ${process.exitCode === 1 ? 'an invariant failed' : 'all invariants hold'}`,
)
