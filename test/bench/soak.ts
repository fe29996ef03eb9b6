/**
 * Uses the service in every way at once, for long: `npm run soak -- --minutes 10`, with `--db postgres` on Postgres. Ends with status 0
 * if nothing failed, was lost, grew or was slow, else with 1 and what did. From ten minutes on it writes the results to results/ and docs/performance.md.
 */
import { parseArgs } from 'node:util'
import { runProgram } from './cleanup.ts'
import { isReached, print } from './report.ts'
import { writeResults } from './results.ts'
import { measureSoak } from './soak-part.ts'

/** Runs this long are written down. */
const WORTH_WRITING = 10

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, db: { type: 'string', default: 'sqlite' } },
})
const minutes = Number(values.minutes)
const database = values.db
if (database !== 'sqlite' && database !== 'postgres') throw new Error('--db is sqlite or postgres')
if (!(minutes > 0)) throw new Error('--minutes is a number above 0')

runProgram(async () => {
  const part = await measureSoak(database, minutes)
  print(part)
  if (minutes >= WORTH_WRITING) writeResults('soak', [part])
  const failed = part.figures.filter((figure) => !isReached(figure))
  for (const { what, value, unit } of failed) process.stderr.write(`Target not met: ${what}, ${value} ${unit}\n`)
  return failed.length > 0 ? 1 : 0
})
