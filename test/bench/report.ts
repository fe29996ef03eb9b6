import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

/** One thing measured. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** What is aimed at: at most, or at least, so much. */
  readonly atMost?: number | undefined
  readonly atLeast?: number | undefined
}

/** The figures of one part, with what must be known to read them. */
export interface Part {
  readonly title: string
  readonly note: string
  readonly figures: readonly Figure[]
}

/** Whether what was measured is within what was aimed at. */
export const isReached = ({ value, atMost, atLeast }: Figure) =>
  (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast)

function format(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

function goal(figure: Figure): string {
  const { atMost, atLeast, unit } = figure
  if (atMost === undefined && atLeast === undefined) return ''
  const bound = atMost === undefined ? `at least ${format(atLeast as number)}` : `at most ${format(atMost)}`
  return `${bound} ${unit}: ${isReached(figure) ? 'reached' : '**not reached**'}`.replace(' :', ':')
}

const table = ({ title, note, figures }: Part) =>
  [
    `### ${title}`,
    '',
    `${note.trimEnd()} Measured on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    '| what | measured | goal |',
    '| --- | ---: | --- |',
    ...figures.map((figure) => `| ${figure.what} | ${format(figure.value)} ${figure.unit} | ${goal(figure)} |`),
    '',
  ].join('\n')

export function print(part: Part) {
  process.stdout.write(`\n${table(part)}`)
}

const page = new URL('../../docs/performance.md', import.meta.url)
const pictures = new URL('../../docs/pictures/', import.meta.url)

/**
 * Puts the parts' tables between the page's marks for the database, each in place of the last of its title.
 * @param areAll true removes the tables of other titles
 */
export function writePage(database: string, parts: readonly Part[], areAll = false) {
  const [begin, end] = [`<!-- ${database}: measured -->`, `<!-- ${database}: end -->`]
  const text = readFileSync(page, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no place marked ${begin}`)
  const tables = new Map<string, string>()
  const kept = areAll ? '' : text.slice(from + begin.length, to)
  for (const old of kept.split(/^(?=### )/m)) {
    const title = /^### (.*)$/m.exec(old)?.[1]
    if (title !== undefined) tables.set(title, old.trimEnd())
  }
  for (const part of parts) tables.set(part.title, table(part).trimEnd())
  writeFileSync(page, `${text.slice(0, from)}${begin}\n${[...tables.values()].join('\n\n')}\n${text.slice(to)}`)
}

/** Draws bars, the yardstick's first, as a picture that reads on light and dark pages. */
export function writeChart(
  name: string,
  title: string,
  bars: readonly { label: string; value: number; unit: string }[],
) {
  const [width, rowHeight, left, right] = [720, 34, 250, 120]
  const most = Math.max(...bars.map(({ value }) => value))
  const height = 56 + bars.length * rowHeight
  const rows = bars.map(({ label, value, unit }, index) => {
    const y = 48 + index * rowHeight
    const length = Math.max(2, ((width - left - right) * value) / most)
    const color = label.includes('bare') ? '#8a8f98' : '#2f7de1'
    return `<text x="${left - 12}" y="${y + 15}" text-anchor="end">${label}</text>
<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="20" rx="4" fill="${color}"/>
<text x="${left + length + 8}" y="${y + 15}">${format(value)} ${unit}</text>`
  })
  mkdirSync(pictures, { recursive: true })
  writeFileSync(
    new URL(`${name}.svg`, pictures),
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>text { font: 14px system-ui, sans-serif; fill: #57606a } .title { font-weight: 600 }
@media (prefers-color-scheme: dark) { text { fill: #c9d1d9 } }</style>
<text class="title" x="16" y="26">${title}</text>
${rows.join('\n')}
</svg>
`,
  )
}
