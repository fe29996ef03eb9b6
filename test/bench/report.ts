import { mkdirSync, writeFileSync } from 'node:fs'

/** One thing measured. */
export interface Figure {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** The target. */
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

function targetOf({ atMost, atLeast, unit }: Figure): string {
  if (atMost !== undefined) return `≤ ${format(atMost)} ${unit}`.trimEnd()
  return atLeast === undefined ? '' : `≥ ${format(atLeast)} ${unit}`.trimEnd()
}

const resultOf = (figure: Figure) => (targetOf(figure) === '' ? '' : isReached(figure) ? 'met' : '**not met**')

/** A part as a section of Markdown. `results.ts` reads these rows back. */
export const table = ({ title, note, figures }: Part) =>
  [
    `### ${title}`,
    '',
    `${note.trimEnd()} Measured on ${new Date().toISOString().slice(0, 10)}.`,
    '',
    '| metric | measured | target | result |',
    '| --- | ---: | --- | --- |',
    ...figures.map((figure) =>
      `| ${figure.what} | ${format(figure.value)} ${figure.unit} | ${targetOf(figure)} | ${resultOf(figure)} |`.replaceAll(
        / {2,}/g,
        ' ',
      ),
    ),
    '',
  ].join('\n')

export function print(part: Part) {
  process.stdout.write(`\n${table(part)}`)
}

const pictures = new URL('../../docs/pictures/', import.meta.url)

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
