import type { StreamedHit } from '@shortlink/core/ports'
import { toCsvLine, withoutFormula } from '../import/csv.ts'

export const HIT_FORMATS = ['ndjson', 'csv'] as const

export type HitFormat = (typeof HIT_FORMATS)[number]

type Value = string | number | boolean | null

/** A visit by the names of its columns. */
export type HitRow = Readonly<Record<string, Value>>

/** The columns of exported visits, by name. */
const COLUMNS: Readonly<Record<string, (streamed: StreamedHit) => Value>> = {
  id: ({ hit }) => hit.id,
  linkId: ({ hit }) => hit.link,
  slug: ({ slug }) => slug,
  ip: ({ hit }) => hit.ip,
  type: ({ hit }) => hit.type,
  isp: ({ hit }) => hit.isp,
  browser: ({ hit }) => hit.browser?.name ?? null,
  browserVersion: ({ hit }) => hit.browser?.version ?? null,
  os: ({ hit }) => hit.os?.name ?? null,
  osVersion: ({ hit }) => hit.os?.version ?? null,
  timezone: ({ hit }) => hit.timezone,
  city: ({ hit }) => hit.city,
  postal: ({ hit }) => hit.postal,
  country: ({ hit }) => hit.country,
  continent: ({ hit }) => hit.continent,
  createdAt: ({ hit }) => new Date(hit.at).toISOString(),
  referrer: ({ hit }) => hit.referrer,
  device: ({ hit }) => hit.device,
  bot: ({ hit }) => hit.bot,
  rule: ({ hit }) => hit.rule,
  redirectedTo: ({ hit }) => hit.redirectedTo,
  language: ({ hit }) => hit.language,
  utmSource: ({ hit }) => hit.utm?.source ?? null,
  utmMedium: ({ hit }) => hit.utm?.medium ?? null,
  utmCampaign: ({ hit }) => hit.utm?.campaign ?? null,
  utmTerm: ({ hit }) => hit.utm?.term ?? null,
  utmContent: ({ hit }) => hit.utm?.content ?? null,
  firstToday: ({ hit }) => hit.firstToday,
  ref: ({ hit }) => hit.ref,
}

const READERS = Object.entries(COLUMNS)
const NAMES = Object.keys(COLUMNS)

export const toHitRow = (hit: StreamedHit): HitRow =>
  Object.fromEntries(READERS.map(([name, read]) => [name, read(hit)]))

/** The start of a visits export, and its format of a line. */
interface HitFormatting {
  readonly contentType: string
  readonly head: string
  line(row: HitRow): string
}

/** CSV has empty cells for unknown values, NDJSON has null. Cells that spreadsheets would run as a formula start with an apostrophe. */
export const HIT_FORMATTING: Readonly<Record<HitFormat, HitFormatting>> = {
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    head: '',
    line: (row) => `${JSON.stringify(row)}\n`,
  },
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    head: toCsvLine(NAMES),
    line: (row) => toCsvLine(NAMES.map((name) => withoutFormula(String(row[name] ?? '')))),
  },
}
