import type { AnalyticsDimension, Hit, Instant } from '@shortlink/core'
import {
  DAY_MS,
  FACT_DIMENSIONS,
  fold,
  HOUR_MS,
  inRowOrder,
  isTimeDimension,
  localTimeValue,
  MAX_RAW_HITS,
  QUARTER_MS,
  visitValue,
} from '@shortlink/core/adapter'
import type { Analytics, LinkSelection, SumQuestion, SumRow, VisitCondition } from '@shortlink/core/ports'
import { err, ok, ResultAsync } from 'neverthrow'
import type { PurgedHit } from '../rows.ts'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { countedHits } from './hits.ts'

type CountedHit = Hit | PurgedHit
type ToLocal = (at: Instant) => Instant

/** {@link Analytics} in memory: computed from the visits at each call. */
export const memoryAnalytics = (call: Call, tables: Tables): Analytics => ({
  sums: ({ links, where, offsets, questions }) =>
    new ResultAsync(
      call(() => {
        const visits = selectedHits(tables, links)
        if (visits.length > MAX_RAW_HITS) return err({ type: 'too-many-visits' as const })
        const toLocal: ToLocal = (at) => at + (offsets.find(({ to }) => at < to)?.offsetMs ?? 0)
        const counted = visits.filter((hit) => where.every((condition) => holds(condition, hit, toLocal)))
        return ok(questions.map((question) => answer(question, counted, toLocal)))
      }),
    ),
})

const selectedHits = (tables: Tables, selection: LinkSelection): CountedHit[] =>
  selectedLinks(tables, selection).flatMap(({ id }) => countedHits(tables, id))

/** The links of a selection. */
export function selectedLinks({ links, domains }: Tables, { owner, ids, tags, domain }: LinkSelection) {
  const wantedTags = tags && new Set(tags.map(fold))
  const place = domain === null ? undefined : domains.get(domain)?.domain
  return links
    .where('owner', owner)
    .filter(({ id }) => ids === null || ids.includes(id))
    .filter((link) => wantedTags === null || link.tags.some((tag) => wantedTags.has(fold(tag))))
    .filter(({ hostname }) => domain === null || (place?.owner === owner && place.hostname === hostname))
}

function holds({ by, values, not }: VisitCondition, hit: Hit, toLocal: ToLocal): boolean {
  const value = anyValueOf(hit, by, toLocal)
  return (value !== null && values.includes(value)) !== not
}

const anyValueOf = (hit: Hit, by: AnalyticsDimension, toLocal: ToLocal) =>
  isTimeDimension(by) ? localTimeValue(toLocal(hit.at), by) : visitValue(hit, by)

function answer(question: SumQuestion, hits: readonly CountedHit[], toLocal: ToLocal): SumRow[] {
  const { from, to } = question.range
  const rows = new Map<string | number | null, SumRow>()
  for (const hit of hits) {
    if (hit.at < from || hit.at >= to) continue
    const isOnlyCounted = 'isOnlyCounted' in hit && hit.isOnlyCounted
    // Its hour is not known.
    if (isOnlyCounted && (question.by === 'LOCAL_HOUR' || question.by === 'LOCAL_WEEK_HOUR')) continue
    const group = isOnlyCounted && !isKnown(question) ? null : groupOf(question, hit, toLocal)
    const { key, ...named } =
      typeof group === 'number' ? { key: group, at: group, value: null } : { key: group, at: 0, value: group }
    const { hits, bots, visitors } = rows.get(key) ?? { hits: 0, bots: 0, visitors: 0 }
    rows.set(key, {
      ...named,
      hits: hits + 1,
      bots: bots + Number(hit.bot),
      visitors: visitors + Number(hit.firstToday === true),
    })
  }
  const found = [...rows.values()]
  return 'take' in question
    ? found.sort(inRowOrder(question.bots)).slice(0, question.take)
    : found.sort((a, b) => a.at - b.at)
}

/** Whether counts by day can answer the query. */
const isKnown = ({ by }: SumQuestion) => !isFact(by) || by === 'LINK' || by === 'COUNTRY' || by === 'DEVICE'

const isFact = (by: SumQuestion['by']) => (FACT_DIMENSIONS as readonly string[]).includes(by)

/** The group of a visit: a number for times and totals. */
function groupOf(question: SumQuestion, hit: Hit, toLocal: ToLocal): string | number | null {
  switch (question.by) {
    case 'TOTAL':
      return 0
    case 'DAY':
      return startOf(hit.at, DAY_MS)
    case 'QUARTER':
      return startOf(hit.at, QUARTER_MS)
    case 'LOCAL_DAY':
      return startOf(toLocal(hit.at), DAY_MS)
    case 'LOCAL_HOUR':
      return Number(localTimeValue(toLocal(hit.at), 'HOUR_OF_DAY')) * HOUR_MS
    case 'LOCAL_WEEK_HOUR':
      return Number(localTimeValue(toLocal(hit.at), 'HOUR_OF_WEEK')) * HOUR_MS
    default:
      return visitValue(hit, question.by)
  }
}

const startOf = (at: Instant, width: number) => Math.floor(at / width) * width
