/**
 * Forecasts the load of a deployment on Postgres: `npm run model -- --links 1000000 --visits-per-second 5000 --replicas 4`. The costs of a
 * visit come from `npm run bench -- --db postgres --only replicas`, so they apply to the machine that ran it.
 */
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Costs, readCosts } from './costs.ts'
import { type Forecast, forecast, limitOf, useOf, type Workload } from './forecast.ts'
import { CACHED_LINKS } from './link-cache.ts'

const NUMBER = { error: 'must be a number' }
const count = (fallback: number) => z.coerce.number(NUMBER).int().min(1).max(1e12).default(fallback)
const number = (fallback: number, { min = 0, max = 1e12 } = {}) =>
  z.coerce.number(NUMBER).min(min).max(max).default(fallback)

const optionsSchema = z.strictObject({
  links: count(1_000_000),
  zipf: number(1, { max: 3 }),
  'visits-per-second': number(1000, { min: 0.001, max: 1e9 }),
  replicas: count(2),
  'cached-links': count(CACHED_LINKS),
  'database-cores': count(4),
  'retention-days': number(365, { max: 36_500 }),
  'webhook-share': number(0, { max: 1 }),
  'webhook-hosts': count(1),
  // In US dollars, of large clouds in 2026 without a discount.
  'core-hour-price': number(0.04),
  'gib-month-price': number(0.1),
})

type Options = z.infer<typeof optionsSchema>

function readOptions(): Options {
  const names = Object.keys(optionsSchema.shape)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  return optionsSchema.parse(parseArgs({ options }).values)
}

const workloadOf = (options: Options): Workload => ({
  links: options.links,
  zipfExponent: options.zipf,
  visitsPerSecond: options['visits-per-second'],
  replicas: options.replicas,
  cachedLinks: options['cached-links'],
  databaseCores: options['database-cores'],
  retentionDays: options['retention-days'],
  webhookShare: options['webhook-share'],
  webhookHosts: options['webhook-hosts'],
})

const MIB = 2 ** 20
const GIB = 2 ** 30
const format = (value: number) => value.toLocaleString('en-US', { maximumSignificantDigits: 3 })
const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const rowsOf = ({ visitsPerSecond, replicas, retentionDays }: Workload, expected: Forecast) => [
  ['visits per second and replica', format(visitsPerSecond / replicas)],
  ['visits from the link cache', percent(expected.hitRate)],
  ['lookups in the database', `${format(expected.lookupsPerSecond)} per second`],
  ['transactions in the database', `${format(expected.transactionsPerSecond)} per second`],
  ['WAL', `${format(expected.walBytesPerSecond / MIB)} MiB per second`],
  [`visits of ${format(retentionDays)} days`, `${format(expected.storedBytes / GIB)} GiB`],
  ...expected.components.map((part) => [
    part.name,
    `${format(part.load)} of ${format(part.capacity)} ${part.unit}, ${percent(useOf(part))}`,
  ]),
]

/** What a billion visits cost, disk per month. */
function billion(options: Options, { coreHoursPerBillionVisits: coreHours }: Forecast, { storedPerVisit }: Costs) {
  const gib = (1e9 * storedPerVisit) / GIB
  const price = (value: number) => `$${format(value)}`
  return `A billion visits take ${format(coreHours)} core-hours (${price(coreHours * options['core-hour-price'])}) and ${format(gib)} GiB (${price(gib * options['gib-month-price'])} a month).`
}

function describe(options: Options): string {
  const workload = workloadOf(options)
  const costs = readCosts()
  const expected = forecast(workload, costs)
  const rows = rowsOf(workload, expected)
  const width = Math.max(...rows.map(([name = '']) => name.length)) + 2
  const limit = `Used up first: ${expected.components[0]?.name}, at ${format(limitOf(workload, costs))} visits per second.`
  const table = rows.map(([name = '', value]) => `${name.padEnd(width)}${value}`)
  return [...table, '', limit, billion(options, expected, costs), ''].join('\n')
}

/** The options with their defaults. */
const help = () =>
  Object.entries(optionsSchema.parse({}))
    .map(([name, value]) => `--${name} ${value}\n`)
    .join('')

try {
  process.stdout.write(process.argv.includes('--help') ? help() : describe(readOptions()))
} catch (error) {
  const message = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
  process.stderr.write(`${message}\n`)
  process.exitCode = 64
}
