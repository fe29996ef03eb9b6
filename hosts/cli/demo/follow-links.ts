import {
  firstHitIdAt,
  type Hit,
  type HitId,
  rememberVisitorsFrom,
  resolveLink,
  toHits,
  type Visit,
} from '@shortlink/core'
import type { Composition } from '../../composition.ts'
import { placeWithCity } from './networks.ts'
import { type Following, traffic } from './traffic.ts'

/** Visits stored at a time. */
const BATCH = 2000

/** Has a year of visitors follow the links, by the rules of the real redirect, and stores their hits at times gone by. */
export async function followLinks({ ports }: Composition, signal: AbortSignal): Promise<void> {
  const { store, policy } = ports
  // The packaged places are countries alone.
  const visitors = { ...ports.visitors, place: (ip: string) => placeWithCity(ip, ports.visitors.place(ip)) }
  const followings = traffic(ports.clock.now())
  await rememberVisitorsFrom(ports, followings[0]?.at ?? ports.clock.now())
  const { countsVisitors } = policy.visits
  for (let from = 0; from < followings.length; from += BATCH) {
    const some = followings.slice(from, from + BATCH)
    const visits = await followEach(ports, some)
    const ids = visits.map(({ at }, index) => `${firstHitIdAt(at) + BigInt(from + index)}` as HitId)
    const hits = toHits({ visitors, anonymize: false, countsVisitors }, visits, ids)
    await store.hits.record(hits.map((hit, index) => withVisitor(hit, some[index] as Following)))
    signal.throwIfAborted()
  }
  for await (const _ of store.rolls.roll(ports.clock.now())) signal.throwIfAborted()
}

/** The visits that the redirect records, one for each. */
async function followEach(ports: Composition['ports'], followings: readonly Following[]): Promise<Visit[]> {
  const visits: Visit[] = []
  const hitRecorder = { ...ports.hitRecorder, record: (visit: Visit) => void visits.push(visit) }
  for (const { at, slug, visitor } of followings) {
    await resolveLink({ ...ports, hitRecorder, clock: { now: () => at } }, '', slug, visitor)
  }
  return visits
}

/** Programs are no visitors. */
const withVisitor = (hit: Hit, { person }: Following) => (hit.bot ? hit : { ...hit, visitor: BigInt(person) })
