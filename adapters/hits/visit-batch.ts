import type { HitId, Visit } from '@shortlink/core'
import { withoutQuery } from '@shortlink/core/adapter'

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
]

/** Longer headers are cut, since clients choose their length. In UTF-16 code units. */
const MAX_AGENT_LENGTH = 1024
const MAX_REFERRER_LENGTH = 2048

/** Packs visits, whose hits get consecutive ids from `first` on. */
export function packVisits(first: bigint, visits: readonly Visit[]): VisitBatch {
  const rows = visits.map(({ link, at, ip, userAgent, referrer, rule, redirectedTo }): Row => {
    const page = referrer === null ? null : withoutQuery(referrer).slice(0, MAX_REFERRER_LENGTH)
    return [link, at, ip, userAgent?.slice(0, MAX_AGENT_LENGTH) ?? null, page, rule, redirectedTo]
  })
  // Small buffers of Node are parts of a block, which a batch would keep in memory and a worker would get a copy of.
  return { first: String(first), count: visits.length, json: new Uint8Array(Buffer.from(JSON.stringify(rows))) }
}

/** The visits of a batch, without what Postgres rejects in text: one visitor's header must not block the others' hits. */
export const unpackVisits = ({ json }: VisitBatch): Visit[] =>
  (JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString()) as Row[]).map(
    ([link, at, ip, userAgent, referrer, rule, redirectedTo]) => ({
      link,
      at,
      ip,
      userAgent: userAgent && storable(userAgent),
      referrer: referrer && storable(referrer),
      rule,
      redirectedTo: redirectedTo && storable(redirectedTo),
    }),
  )

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
