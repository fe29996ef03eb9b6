import { type HitId, type LinkId, type Visit, withoutQuery } from '@shortlink/core'
import { SharedMemory } from './shared-memory.ts'

/**
 * Visits on their way to the store, in the form in which threads and files take them fastest: bytes, as they are.
 * The hits' ids are part of it, so that storing it again counts nothing twice.
 */
export interface VisitBatch {
  /** Id of the first hit in decimal; those of the others follow it. */
  readonly first: string
  /** How many visits there are. */
  readonly count: number
  /** Seven numbers for each visit, then all their texts in UTF-8. */
  readonly bytes: Uint8Array
}

/** at, rule, and the lengths of link, ip, userAgent, referrer and redirectedTo, as JavaScript counts them. */
const NUMBERS = 7
const NONE = -1
/** What clients say of themselves is kept up to here, in characters. */
const LONGEST_AGENT = 1024
const LONGEST_REFERRER = 2048

export function packVisits(first: bigint, visits: readonly Visit[], memory = new SharedMemory()): VisitBatch {
  const numbers = new Float64Array(visits.length * NUMBERS)
  let text = ''
  let at = 0
  for (const visit of visits) {
    const userAgent = visit.userAgent === null ? null : cut(visit.userAgent, LONGEST_AGENT)
    const referrer = visit.referrer === null ? null : cut(withoutQuery(visit.referrer), LONGEST_REFERRER)
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

/** The visits of a batch. What no database takes as text is replaced, so that no visitor's header can hold the others' hits up. */
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

/** Some of a batch's visits, from the index `from` on, at most `maxVisits`, as a batch of their own with the same ids. */
export function sliceBatch(batch: VisitBatch, from: number, maxVisits: number): VisitBatch {
  return packVisits(BigInt(batch.first) + BigInt(from), unpackVisits(batch).slice(from, from + maxVisits))
}

/** The ids of a batch's hits, in the order of its visits. */
export function hitIdsOf(batch: VisitBatch): HitId[] {
  const first = BigInt(batch.first)
  return Array.from({ length: batch.count }, (_, index) => String(first + BigInt(index)) as HitId)
}

const cut = (text: string, length: number) => (text.length > length ? text.slice(0, length) : text)
