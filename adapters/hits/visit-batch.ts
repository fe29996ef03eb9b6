import type { HitId, Utm, Visit } from '@shortlink/core'
import { anonymizeIp, referringPage } from '@shortlink/core/adapter'

/**
 * Visits as JSON text, which threads and files take without conversion and which does not occupy the heap. The hits' ids are part of
 * it, so that storing a batch again counts no hit twice.
 */
export interface VisitBatch {
  /** Id of the first hit, in decimal; the others have the ids that follow. */
  readonly first: string
  /** Number of visits. */
  readonly count: number
  /** An array of rows, in UTF-8, in memory of its own. */
  readonly json: Uint8Array<ArrayBuffer>
}

/** A visit without the names of its members, which would take a quarter more. */
type Row = readonly [
  Visit['link'],
  Visit['at'],
  Visit['ip'],
  Visit['userAgent'],
  Visit['referrer'],
  Visit['rule'],
  Visit['redirectedTo'],
  ...rest: Rest,
]

/** What the versions before did not write. Members without a value are left off at the end, so that most rows are as short as theirs. */
type Rest = readonly [
  acceptLanguage?: Visit['acceptLanguage'],
  campaign?: readonly (string | null)[] | null,
  /** 1 for true. */
  isPrivate?: 0 | 1,
  ref?: Visit['ref'],
]

/** Longer headers are cut, since clients choose their length. In UTF-16 code units. */
const MAX_AGENT_LENGTH = 1024
const MAX_REFERRER_LENGTH = 2048
const MAX_LANGUAGE_LENGTH = 64

/** Packs visits, whose hits get consecutive ids from `first` on. */
export function packVisits(first: bigint, visits: readonly Visit[]): VisitBatch {
  const rows = visits.map((visit): Row => {
    const { link, at, ip, userAgent, referrer, rule, redirectedTo, isPrivate } = visit
    const page =
      referrer === null || isPrivate ? null : (referringPage(referrer)?.slice(0, MAX_REFERRER_LENGTH) ?? null)
    return [link, at, ip, userAgent?.slice(0, MAX_AGENT_LENGTH) ?? null, page, rule, redirectedTo, ...restOf(visit)]
  })
  // Small buffers of Node are parts of a block, which a batch would keep in memory and a worker would get a copy of.
  return { first: String(first), count: visits.length, json: new Uint8Array(Buffer.from(JSON.stringify(rows))) }
}

function restOf({ acceptLanguage, campaign, isPrivate, ref }: Visit): Rest {
  const language = acceptLanguage === null ? null : acceptLanguage.slice(0, MAX_LANGUAGE_LENGTH)
  if (isPrivate) return [language, null, 1]
  if (ref !== null) return [language, campaign && toValues(campaign), 0, ref]
  if (campaign !== null) return [language, toValues(campaign)]
  return language === null ? NO_REST : [language]
}

const NO_REST: Rest = []

const toValues = ({ source, medium, campaign, term, content }: Utm) => [source, medium, campaign, term, content]

const toUtm = ([source = null, medium = null, campaign = null, term = null, content = null]: readonly (
  | string
  | null
)[]): Utm => ({ source, medium, campaign, term, content })

/** The visit as a file may have it: with the network alone of an address that must not be kept. */
export const onDisk = (visit: Visit, anonymize = false): Visit =>
  anonymize || visit.isPrivate ? { ...visit, ip: anonymizeIp(visit.ip) } : visit

/** The visits of a batch, without what Postgres rejects in text: one visitor's header must not block the others' hits. */
export function unpackVisits({ json }: VisitBatch): Visit[] {
  const text = Buffer.from(json.buffer, json.byteOffset, json.length).toString()
  // JSON has NUL and halves of characters as escapes only, and hardly any batch has one: a search for each text would cost more.
  const kept = text.includes('\\u') ? storable : (plain: string) => plain
  return (JSON.parse(text) as Row[]).map(([link, at, ip, userAgent, referrer, rule, redirectedTo, ...rest]) => ({
    link,
    at,
    ip,
    userAgent: userAgent && kept(userAgent),
    referrer: referrer && kept(referrer),
    rule,
    redirectedTo: redirectedTo && kept(redirectedTo),
    ...toRest(rest),
  }))
}

const toRest = ([acceptLanguage = null, campaign = null, isPrivate = 0, ref = null]: Rest) => ({
  acceptLanguage,
  campaign: campaign && toUtm(campaign),
  isPrivate: isPrivate === 1,
  ref,
})

const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')

/** Visits of a batch, from one position to before another, with their ids. */
export function sliceBatch(batch: VisitBatch, from: number, to: number): VisitBatch {
  if (to - from === batch.count) return batch
  return packVisits(BigInt(batch.first) + BigInt(from), unpackVisits(batch).slice(from, to))
}

/** The hit ids of a batch, in the order of its visits. */
export function hitIdsOf({ first, count }: VisitBatch): HitId[] {
  const start = BigInt(first)
  return Array.from({ length: count }, (_, index) => String(start + BigInt(index)) as HitId)
}
