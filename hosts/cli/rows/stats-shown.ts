import { type AnalyticsAnswer, type AnalyticsDimension, type AnalyticsInterval, TIME_DIMENSIONS } from '@shortlink/core'
import { type ShownAnalytics, shownAnalytics } from '../../kit/shown-analytics.ts'
import { coloured } from '../command.ts'
import { barAcross, barsUp } from '../table/bars.ts'
import { isoOf, withoutControls } from '../table/columns.ts'
import type { Shown } from '../table/row.ts'
import { cutAt, padded, widthOf } from '../table/width.ts'

/** Number of columns if standard output is no terminal. */
const USUAL_COLUMNS = 80
const CHART_HEIGHT = 6
/** Space between a number and its bars, and after the bars. */
const MARGIN = 3
/** Maximum width of a bar of the chart, including the space after it. */
const MAX_STEP = 4
const MAX_BAR = 30
/** Minimum width of bars. Bars shrink to it before labels are truncated. */
const MIN_BAR = 8
/** Space between a label, its count, its share and its bar. */
const TABLE_GAPS = '    100 %  '.length

const numbers = new Intl.NumberFormat('en')

/** Shows the counts for programs, and for people as a chart with tables in the width of the terminal. */
export function showAnalytics(shortUrl: string, answer: AnalyticsAnswer, interval: AnalyticsInterval): Shown {
  const columns = process.stdout.columns || USUAL_COLUMNS
  const counted = shownAnalytics(answer)
  const visitorsFrom = isoOf(answer.visitorsFrom)
  const { timeZone, breakdowns } = counted
  const day = dateFormat(timeZone, { day: 'numeric', month: 'short', year: 'numeric' })
  return {
    json: counted,
    lines: [
      shortUrl,
      coloured('dim', `${day(counted.from)} to ${day(lastMoment(counted.to))}, ${timeZone}`),
      coloured('dim', 'Changes compare with the previous period.'),
      '',
      ...totals(counted),
      // Explain the visits without visitors, which look like a fault.
      ...(visitorsFrom !== null && visitorsFrom > counted.from
        ? [coloured('dim', `Visitors are counted since ${day(visitorsFrom)}.`)]
        : []),
      ...chart(counted, interval, columns),
      ...Object.entries(breakdowns).flatMap(([by, breakdown]) => table(by as AnalyticsDimension, breakdown, columns)),
    ],
  }
}

/** Returns the last moment of a range. Its end is exclusive: midnight is not part of the day that starts then. */
const lastMoment = (to: string) => new Date(Date.parse(to) - 1).toISOString()

function dateFormat(timeZone: string, options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options })
  return (instant: string) => format.format(new Date(instant))
}

function totals({ totals: now, previous: before }: ShownAnalytics): string[] {
  const people = ({ hits, bots }: ShownAnalytics['totals']) => hits - bots
  const rows: readonly (readonly [string, number, number])[] = [
    ['Visits', now.hits, before.hits],
    ['  people', people(now), people(before)],
    ['  bots', now.bots, before.bots],
    ['Visitors', now.visitors, before.visitors],
  ]
  const width = Math.max(...rows.map(([, count]) => numbers.format(count).length))
  return rows.map(([name, count, earlier]) => {
    const change = coloured('dim', changeOf(count, earlier))
    return `${name.padEnd(8)}  ${numbers.format(count).padStart(width)}  ${change}`.trimEnd()
  })
}

function changeOf(count: number, earlier: number): string {
  if (earlier === 0) return count === 0 ? '' : 'new'
  const percent = Math.round(((count - earlier) / earlier) * 100)
  return `${percent > 0 ? '+' : ''}${numbers.format(percent)} %`
}

/** Formats of the labels below a chart, which show the start of a bar. */
const BAR_STARTS: Readonly<Record<AnalyticsInterval, Intl.DateTimeFormatOptions>> = {
  HOUR: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  DAY: { day: 'numeric', month: 'short' },
  WEEK: { day: 'numeric', month: 'short', year: 'numeric' },
  MONTH: { month: 'short', year: 'numeric' },
}

function chart({ series = [], timeZone }: ShownAnalytics, interval: AnalyticsInterval, columns: number): string[] {
  const [first, last] = [series[0], series.at(-1)]
  if (first === undefined || last === undefined || series.every(({ hits }) => hits === 0)) return []
  const room = columns - Math.max(...series.map(({ hits }) => numbers.format(hits).length)) - MARGIN
  const perBar = Math.ceil(series.length / Math.max(1, room))
  const bars = sumsOf(series, perBar)
  const top = numbers.format(Math.max(...bars))
  const step = Math.max(1, Math.min(MAX_STEP, Math.floor(room / bars.length)))
  const width = bars.length * step
  const axis = (label: string, line: string) => coloured('dim', `${label.padStart(top.length)} ${line}`)
  const startOf = dateFormat(timeZone, BAR_STARTS[interval])
  return [
    '',
    `Visits by ${perBar === 1 ? '' : `${perBar} `}${interval.toLowerCase()}${perBar === 1 ? '' : 's'}`,
    ...barsUp(bars, { height: CHART_HEIGHT, step }).map(
      (line, index) => `${axis(index === 0 ? top : '', '│')}${coloured('cyan', line)}`,
    ),
    axis('0', `└${'─'.repeat(width)}`),
    axis('', ` ${ends(startOf(first.at), startOf(last.at), width)}`),
  ]
}

/** Returns the sums of the visits of each `perBar` points. */
const sumsOf = (series: NonNullable<ShownAnalytics['series']>, perBar: number): readonly number[] =>
  Array.from({ length: Math.ceil(series.length / perBar) }, (_, bar) =>
    series.slice(bar * perBar, (bar + 1) * perBar).reduce((sum, { hits }) => sum + hits, 0),
  )

/** Formats two labels at the ends of an axis; only the first if there is no room for both. */
const ends = (first: string, last: string, width: number) =>
  first === last || first.length + last.length + 2 > width ? first : first + last.padStart(width - first.length)

const HEADINGS: Readonly<Partial<Record<AnalyticsDimension, string>>> = { OS: 'Operating system' }

/** Formats a heading, such as `UTM source` for `UTM_SOURCE`. */
function headingOf(by: AnalyticsDimension): string {
  const words = by.toLowerCase().replaceAll('_', ' ').replace(/^utm/, 'UTM')
  return HEADINGS[by] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Dimensions in the order of time. */
const TIMES: ReadonlySet<AnalyticsDimension> = new Set(TIME_DIMENSIONS)

type Breakdown = NonNullable<ShownAnalytics['breakdowns'][AnalyticsDimension]>

function table(by: AnalyticsDimension, { rows, other }: Breakdown, columns: number): string[] {
  const shown = TIMES.has(by) ? rows.toSorted((a, b) => Number(a.value) - Number(b.value)) : rows
  const counts = [
    ...shown.map(({ label, hits }) => ({ label: withoutControls(label), hits })),
    ...(other.hits > 0 ? [{ label: 'others', hits: other.hits }] : []),
  ]
  if (counts.length === 0) return ['', headingOf(by), coloured('dim', 'no visits')]
  const all = counts.reduce((sum, { hits }) => sum + hits, 0)
  const most = Math.max(...counts.map(({ hits }) => hits))
  const countWidth = numbers.format(most).length
  const room = columns - countWidth - TABLE_GAPS
  const labels = counts.map(({ label }) => cutAt(label, Math.max(MIN_BAR, room - MIN_BAR)))
  const labelWidth = Math.max(...labels.map(widthOf))
  const barWidth = Math.min(MAX_BAR, room - labelWidth)
  const lines = counts.map(({ hits }, index) => {
    const share = `${Math.round((hits / all) * 100)} %`.padStart(5)
    const bar = barWidth > 0 ? coloured('cyan', barAcross(hits, most, barWidth)) : ''
    const count = numbers.format(hits).padStart(countWidth)
    return `${padded(labels[index] ?? '', labelWidth)}  ${count}  ${coloured('dim', share)}  ${bar}`.trimEnd()
  })
  return ['', headingOf(by), ...lines]
}
