import { dayOf, endOfBar, type Interval } from '../periods.ts'
import type { Annotation } from './queries.ts'

/** The annotations of a bar. */
export interface Mark {
  /** The index of the bar. */
  readonly bar: number
  readonly annotations: readonly Annotation[]
}

/** The annotations by bar, from the first bar on: the bar that contains the day, or the first hour of the day. */
export function marksOf(
  annotations: readonly Annotation[],
  series: readonly { readonly at: string }[],
  interval: Interval,
): readonly Mark[] {
  const spans = series.map(({ at }) => {
    const start = new Date(at)
    return { first: dayOf(start), last: dayOf(new Date(endOfBar(start, interval).getTime() - 1)) }
  })
  return spans
    .map(({ first, last }, bar) => ({
      bar,
      annotations: annotations.filter(
        ({ date }) => first <= date && date <= last && !(interval === 'HOUR' && spans[bar - 1]?.last === date),
      ),
    }))
    .filter((mark) => mark.annotations.length > 0)
}

/** Neighboring marks that share a button, since their own would overlap: at most `most` buttons fit above all bars. */
export function groupsOf(marks: readonly Mark[], bars: number, most: number): readonly (readonly Mark[])[] {
  const groups: Mark[][] = []
  for (const mark of marks) {
    const group = groups.at(-1)
    const isNear = group?.[0] !== undefined && (mark.bar - group[0].bar) * most < bars
    if (isNear) group.push(mark)
    else groups.push([mark])
  }
  return groups
}

/** The center of a bar, as a share of the width of all. */
export const centerOf = (bar: number, bars: number) => (bar + 0.5) / bars
