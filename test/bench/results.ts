import { readFileSync, writeFileSync } from 'node:fs'
import { type Part, table } from './report.ts'

const page = new URL('../../docs/performance.md', import.meta.url)

/** Rows without a target that the page shows too. */
const SHOWN = ['requests per second at full load', 'p99 at 8,000/s', 'memory when idle', 'memory after the run']

export type ResultsName = 'sqlite' | 'postgres' | 'soak'

/**
 * Replaces the tables of these parts in `results/<name>.md`, then the summary in docs/performance.md.
 * @param areAll true removes the tables of other parts
 */
export function writeResults(name: ResultsName, parts: readonly Part[], areAll = false) {
  const { head, sections } = readResults(name)
  const tables = new Map(areAll ? [] : sections.map((section) => [titleOf(section), section.trimEnd()]))
  for (const part of parts) tables.set(part.title, table(part).trimEnd())
  writeFileSync(fileOf(name), `${head}${[...tables.values()].join('\n\n')}\n`)
  const text = readFileSync(page, 'utf8')
  const [begin, end] = [`<!-- ${name}: measured -->`, `<!-- ${name}: end -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no ${begin}`)
  writeFileSync(page, `${text.slice(0, from)}${begin}\n${summaryOf(name)}\n${text.slice(to)}`)
}

const fileOf = (name: ResultsName) => new URL(`results/${name}.md`, import.meta.url)

function readResults(name: ResultsName) {
  const [head = '', ...sections] = readFileSync(fileOf(name), 'utf8').split(/^(?=### )/m)
  return { head, sections }
}

/** The summary of `results/<name>.md` that docs/performance.md shows. */
export function summaryOf(name: ResultsName): string {
  const { sections } = readResults(name)
  return [
    '| part | metric | measured | target | met |',
    '|---|---|---:|---|---|',
    ...sections.flatMap(summaryRows),
    '',
    `Measured ${datesOf(sections)}. [All results](../test/bench/results/${name}.md)`,
  ].join('\n')
}

interface Row {
  readonly what: string
  readonly measured: string
  readonly target: string
  readonly isMet: boolean
}

/** Rows of missed targets and of {@link SHOWN}. Metrics that meet their targets share one row, of the one nearest to its target. */
function summaryRows(section: string): string[] {
  const title = titleOf(section)
  const rows = rowsOf(section)
  const met = rows.filter(({ isMet }) => isMet)
  const [nearest] = met.toSorted((one, other) => distance(one) - distance(other))
  return rows.flatMap((row) => {
    if (row === nearest && met.length > 1)
      return [summaryRow(title, { ...row, what: `closest of ${met.length} met: ${row.what}` })]
    return row === nearest || (row.target !== '' && !row.isMet) || SHOWN.includes(row.what)
      ? [summaryRow(title, row)]
      : []
  })
}

const rowsOf = (section: string): Row[] =>
  [...section.matchAll(/^\| (?!metric|---)(.+?) \| (.+?) \|(.*?)\|(.*?)\|$/gm)].map(
    ([, what = '', measured = '', target = '', result = '']) => ({
      what: what.replace(/ \([\d.]+\)$/, ''),
      measured,
      target: target.trim(),
      isMet: result.trim() === 'met',
    }),
  )

const summaryRow = (title: string, { what, measured, target, isMet }: Row) =>
  `| ${title} | ${what} | ${measured} | ${target} | ${target && (isMet ? 'yes' : '**no**')} |`.replaceAll(/ {2,}/g, ' ')

const numberOf = (text: string) => Number(text.replaceAll(/[^\d.-]/g, ''))

/** How far a metric is from its target, as a share of the larger of both. Targets of zero come last. */
function distance({ measured, target }: Row): number {
  const [value, aim] = [numberOf(measured), numberOf(target)]
  return aim === 0 ? Number.POSITIVE_INFINITY : Math.abs(value - aim) / Math.max(Math.abs(value), aim)
}

const titleOf = (section: string) => /^### (.*)$/m.exec(section)?.[1] ?? ''

/** The first and the last day of measuring. */
function datesOf(sections: readonly string[]): string {
  const days = sections.flatMap((section) => section.match(/\b\d{4}-\d\d-\d\d\b/g) ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}
