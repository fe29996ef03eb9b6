import type { HitId, Utm, Visit } from '@shortlink/core'
import { anonymizeIp, referringPage } from '@shortlink/core/adapter'

/**
 * A batch of visits as JSON text, which threads and files take without conversion and which does not occupy the heap. It includes the hits'
 * ids, so that storing a batch again counts no hit twice.
 */
export interface VisitBatch {
  /** Id of the first hit, in decimal; the others have the subsequent ids. */
  readonly first: string
  /** Number of visits. */
  readonly count: number
  /** An array of rows, in UTF-8, in a separate buffer. */
  readonly json: Uint8Array<ArrayBuffer>
}

/** A visit without the names of its members, which would add a quarter to its size. */
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

/** Members that earlier versions did not write. Trailing members without a value are omitted, so that most rows are as short as theirs. */
type Rest = readonly [
  acceptLanguage?: Visit['acceptLanguage'],
  campaign?: readonly (string | null)[] | null,
  /** 1 for true. */
  isPrivate?: 0 | 1,
  ref?: Visit['ref'],
]

/** Maximum lengths of headers in UTF-16 code units. Longer ones are truncated, since clients choose their length. */
const MAX_AGENT_LENGTH = 1024
const MAX_REFERRER_LENGTH = 2048
const MAX_LANGUAGE_LENGTH = 64

/** Packs visits into a batch. The hits get consecutive ids from `first` on. */
export function packVisits(first: bigint, visits: readonly Visit[]): VisitBatch {
  const rows = visits.map((visit): Row => {
    const { link, at, ip, userAgent, referrer, rule, redirectedTo, isPrivate } = visit
    const page =
      referrer === null || isPrivate ? null : (referringPage(referrer)?.slice(0, MAX_REFERRER_LENGTH) ?? null)
    return [link, at, ip, userAgent?.slice(0, MAX_AGENT_LENGTH) ?? null, page, rule, redirectedTo, ...restOf(visit)]
  })
  // Copy the buffer: small buffers of Node are parts of a block, which a batch would keep in memory and a worker would copy.
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

/** Returns the visit for storage in a file: with only the network of an IP address that must not be stored. */
export const onDisk = (visit: Visit, anonymize = false): Visit =>
  anonymize || visit.isPrivate ? { ...visit, ip: anonymizeIp(visit.ip) } : visit

/**
 * Unpacks the visits of a batch, without characters that Postgres rejects in text: one visitor's header must not block the others' hits.
 */
export function unpackVisits({ json }: VisitBatch): Visit[] {
  const text = Buffer.from(json.buffer, json.byteOffset, json.length).toString()
  // JSON contains NUL and lone surrogates only as escapes, and hardly any batch has one: searching each text would cost more.
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

/** Returns the visits of a batch from one position up to another, which is exclusive, with their ids. */
export function sliceBatch(batch: VisitBatch, from: number, to: number): VisitBatch {
  if (to - from === batch.count) return batch
  return packVisits(BigInt(batch.first) + BigInt(from), unpackVisits(batch).slice(from, to))
}

/** Returns the hit ids of a batch, in the order of its visits. */
export function hitIdsOf({ first, count }: VisitBatch): HitId[] {
  const start = BigInt(first)
  return Array.from({ length: count }, (_, index) => String(start + BigInt(index)) as HitId)
}
