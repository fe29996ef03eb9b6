import type { HitId, LinkId, Visit } from '@shortlink/core'
import { withoutQuery } from '@shortlink/core/adapter'
import { SharedMemory } from './shared-memory.ts'

/**
 * Visits packed into bytes, which threads share and files take without conversion. The hits' ids are part of it, so that storing a
 * batch again counts no hit twice.
 */
export interface VisitBatch {
  /** Id of the first hit, in decimal; the others have the ids that follow. */
  readonly first: string
  /** Number of visits. */
  readonly count: number
  /** Seven 64-bit floats per visit, then the texts of all visits in UTF-8. */
  readonly bytes: Uint8Array
}

/** Numbers per visit: at, rule, and the lengths of link, ip, userAgent, referrer and redirectedTo in UTF-16 code units. */
const NUMBERS = 7
/** Stands for null. */
const NONE = -1
/** Longer headers are cut, since clients choose their length. In UTF-16 code units. */
const MAX_AGENT_LENGTH = 1024
const MAX_REFERRER_LENGTH = 2048

/** Packs visits, whose hits get consecutive ids from `first` on. */
export function packVisits(first: bigint, visits: readonly Visit[], memory = new SharedMemory()): VisitBatch {
  const numbers = new Float64Array(visits.length * NUMBERS)
  let text = ''
  let at = 0
  for (const visit of visits) {
    const userAgent = visit.userAgent === null ? null : cut(visit.userAgent, MAX_AGENT_LENGTH)
    const referrer = visit.referrer === null ? null : cut(withoutQuery(visit.referrer), MAX_REFERRER_LENGTH)
    numbers[at++] = visit.at
    numbers[at++] = visit.rule ?? NONE
    numbers[at++] = visit.link.length
    numbers[at++] = visit.ip.length
    numbers[at++] = userAgent?.length ?? NONE
    numbers[at++] = referrer?.length ?? NONE
    numbers[at++] = visit.redirectedTo.length
    text += visit.link + visit.ip + (userAgent ?? '') + (referrer ?? '') + visit.redirectedTo
  }
  const bytes = memory.take(numbers.byteLength + Buffer.byteLength(text))
  bytes.set(new Uint8Array(numbers.buffer))
  bytes.write(text, numbers.byteLength)
  return { first: String(first), count: visits.length, bytes }
}

/** The visits of a batch. NUL, which Postgres rejects in text, is replaced: one visitor's header must not block the others' hits. */
export function unpackVisits({ count, bytes }: VisitBatch): Visit[] {
  const numbers = new Float64Array(bytes.buffer, bytes.byteOffset, count * NUMBERS)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('utf8', numbers.byteLength)
    .replaceAll('\0', '\ufffd')
  const visits: Visit[] = []
  let end = 0
  const next = (length: number) => {
    end += length
    return text.slice(end - length, end)
  }
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const [time, rule, link, ip, userAgent, referrer, redirectedTo] = numbers.subarray(at, at + NUMBERS) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    visits.push({
      link: next(link) as LinkId,
      at: time,
      ip: next(ip),
      userAgent: userAgent === NONE ? null : next(userAgent),
      referrer: referrer === NONE ? null : next(referrer),
      rule: rule === NONE ? null : rule,
      redirectedTo: next(redirectedTo),
    })
  }
  return visits
}

/** At most `maxVisits` visits of a batch, from index `from` on, as a batch that keeps their ids. */
export function sliceBatch(batch: VisitBatch, from: number, maxVisits: number): VisitBatch {
  return packVisits(BigInt(batch.first) + BigInt(from), unpackVisits(batch).slice(from, from + maxVisits))
}

/** The hit ids of a batch, in the order of its visits. */
export function hitIdsOf(batch: VisitBatch): HitId[] {
  const first = BigInt(batch.first)
  return Array.from({ length: batch.count }, (_, index) => String(first + BigInt(index)) as HitId)
}

const cut = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text)
