import { err, ok, type Result, safeTry } from 'neverthrow'
import { keptFrom, visitorsFrom } from '../hits/kept.ts'
import type { Instant } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import type { LinkSelection, TimeRange } from './analytics.port.ts'
import type { AnalyticsAnswer } from './analytics-answer.ts'
import { AnalyticsInput } from './analytics-input.ts'
import { askOnce } from './ask.ts'
import { askedLinks } from './asked-links.ts'
import { askedRange, rangeBefore } from './asked-range.ts'
import { type Breakdown, labeller, toBreakdown, widestTakes } from './breakdowns.ts'
import { Calendar } from './calendar.ts'
import type { AnalyticsInterval } from './dimension.ts'
import { type Frame, type Part, type Point, seriesOf, totalOf, valuesOf } from './parts.ts'
import type { OffsetSpan, TimeZones } from './time-zones.port.ts'

const MAX_POINTS = 2_000
/** So that the start of the first month is within the offsets. */
const OFFSETS_BEFORE_MS = 32 * 24 * 60 * 60_000

/** Sums over the visits of the caller's links in a range: totals, series over time, and breakdowns by dimension. */
export const analytics = defineUseCase({
  name: 'analytics',
  access: 'user',
  scope: 'analytics:read',
  // Conditions read up to a million visits one by one, even for a single link.
  demand: 'long-read',
  input: AnalyticsInput,
  run: (ports, { owner }, input) => countVisits(ports, owner, input),
})

/** The sums over the visits of an account's links. */
export const countVisits = (
  { store, clock, timeZones, pause, policy }: CountPorts,
  owner: UserId,
  input: AnalyticsInput,
) =>
  safeTry(async function* () {
    const range = yield* askedRange(input, clock.now())
    const before = rangeBefore(range)
    const offsets = yield* offsetsOf(timeZones, input.timeZone, { from: before.from, to: range.to })
    const frame: Frame = { range, calendar: new Calendar(offsets), bots: input.bots }
    // Compute offsets, buckets and each part in slices of a millisecond or two.
    await pause()
    const series = yield* seriesParts(frame, input.series)
    const kept = await keptFrom(store)
    yield* checkKept(input, range, kept)

    const totals = totalOf(range, input.bots)
    // Use an empty range unless previous totals are requested: with conditions they read about as much data as the range itself.
    const previous = totalOf(input.previous ? before : { from: before.to, to: before.to }, input.bots)
    const takes = widestTakes(input.breakdowns)
    const values = new Map(Array.from(takes, ([by, take]) => [by, valuesOf(frame, by, take)]))
    const ids = yield* await askedLinks({ store, policy }, owner, input)
    const asked = { links: selectedBy(input, owner, ids), where: input.where, offsets }
    const parts = [totals, previous, ...series.values(), ...values.values()]
    const read = yield* askOnce({ store, pause }, asked, parts)

    const sums = await read(totals)
    const rows = await readAll(values, read)
    const linkIds = (rows.get('LINK') ?? []).flatMap(({ value }) => value ?? [])
    const label = await labeller(store, owner, linkIds as LinkId[])
    const points = await readAll(series, read)
    const breakdowns: Breakdown[] = []
    for (const one of input.breakdowns) {
      await pause()
      breakdowns.push(toBreakdown(one, rows.get(one.by) ?? [], sums, label))
    }
    const answer: AnalyticsAnswer = {
      ...range,
      timeZone: input.timeZone,
      totals: sums,
      previous: await read(previous),
      keptFrom: kept,
      visitorsFrom: await visitorsFrom({ store, policy }),
      series: input.series.map((interval) => ({ interval, points: points.get(interval) ?? [] })),
      breakdowns,
    }
    return ok(answer)
  })

type CountPorts = Pick<Ports, 'store' | 'clock' | 'timeZones' | 'pause' | 'policy'>

type Invalid = ErrorOf<'invalid-input'>

function offsetsOf(
  timeZones: TimeZones,
  zone: string,
  { from, to }: TimeRange,
): Result<readonly OffsetSpan[], Invalid> {
  const offsets = timeZones.offsets(zone, from - OFFSETS_BEFORE_MS, to)
  const message = 'timeZone must be the name of an IANA time zone, such as Europe/Berlin'
  return offsets ? ok(offsets) : err({ type: 'invalid-input', path: 'timeZone', message })
}

/** The series of each interval. */
function seriesParts(
  frame: Frame,
  intervals: readonly AnalyticsInterval[],
): Result<ReadonlyMap<AnalyticsInterval, Part<readonly Point[]>>, Invalid> {
  const parts = new Map<AnalyticsInterval, Part<readonly Point[]>>()
  for (const interval of intervals) {
    const buckets = frame.calendar.buckets(interval, frame.range, MAX_POINTS)
    if (buckets === undefined) return err(tooManyPoints(interval))
    parts.set(interval, seriesOf(frame, interval, buckets))
  }
  return ok(parts)
}

async function readAll<Key, T>(
  parts: ReadonlyMap<Key, Part<T>>,
  read: (part: Part<T>) => Promise<T>,
): Promise<ReadonlyMap<Key, T>> {
  const made = new Map<Key, T>()
  for (const [key, part] of parts) made.set(key, await read(part))
  return made
}

const tooManyPoints = (interval: AnalyticsInterval): Invalid => ({
  type: 'invalid-input',
  path: 'interval',
  message: `interval ${interval} produces more than ${MAX_POINTS} points; use a longer interval or a shorter range`,
})

/** Conditions are compared with the visits themselves. */
function checkKept({ where }: AnalyticsInput, { from }: TimeRange, kept: Instant | null): Result<void, Invalid> {
  if (where.length === 0 || kept === null || from >= kept) return ok()
  const message = `where needs the visits themselves, which are kept from ${new Date(kept).toISOString()} on: take a later from`
  return err({ type: 'invalid-input', path: 'where', message })
}

const selectedBy = (
  { tags, domainId }: AnalyticsInput,
  owner: UserId,
  ids: readonly LinkId[] | null,
): LinkSelection => ({
  owner,
  ids,
  tags: tags ?? null,
  domain: domainId ?? null,
})
