import { readFileSync, writeFileSync } from 'node:fs'
import { type Part, table } from './report.ts'

const page = new URL('../../docs/performance.md', import.meta.url)

/** Metrics that the page shows even if they have no target or meet it. */
const SHOWN = [
  'requests per second at full load',
  'p99 at 8,000/s',
  'memory when idle',
  'memory after the run',
  'time to first redirect',
  'database size per hit',
  'import of 100,000 links',
]

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

/** The summary of `results/<name>.md` that docs/performance.md shows: missed targets and {@link SHOWN}. */
export function summaryOf(name: ResultsName): string {
  const { sections } = readResults(name)
  const aims = sections.flatMap(rowsOf).filter(({ target }) => target !== '')
  return [
    '| metric | measured | target |',
    '|---|---:|---|',
    ...sections.flatMap((section) =>
      rowsOf(section)
        .filter(({ what, target, isMet }) => SHOWN.includes(what) || (target !== '' && !isMet))
        .map((row) => summaryRow(titleOf(section), row)),
    ),
    '',
    `${aims.filter(({ isMet }) => isMet).length} of ${aims.length} targets met. Measured ${datesOf(sections)}. [All results](../test/bench/results/${name}.md)`,
  ].join('\n')
}

/** The rows of a part in `results/<name>.md`; none if it has not been measured. */
export const rowsOfPart = (name: ResultsName, title: string): readonly Row[] =>
  readResults(name)
    .sections.filter((section) => titleOf(section) === title)
    .flatMap(rowsOf)

interface Row {
  readonly what: string
  readonly measured: string
  readonly target: string
  readonly isMet: boolean
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
  `| ${title}: ${what} | ${measured} | ${target && !isMet ? `**${target}**` : target} |`.replaceAll(/ {2,}/g, ' ')

const titleOf = (section: string) => /^### (.*)$/m.exec(section)?.[1] ?? ''

/** The first and the last day of measuring. */
function datesOf(sections: readonly string[]): string {
  const days = sections.flatMap((section) => section.match(/\b\d{4}-\d\d-\d\d\b/g) ?? []).sort()
  const [first, last] = [days[0], days.at(-1)]
  return first === last ? `on ${first}` : `from ${first} to ${last}`
}
