import { type Hit, type HitId, resolveLink, type Visit } from '@shortlink/core'
import { firstHitIdAt, rememberVisitorsFrom, toHits } from '@shortlink/core/host'
import type { Composition } from '../../app/composition.ts'
import { placeWithCity } from './networks.ts'
import { type Following, traffic } from './traffic.ts'

/** Number of visits to store at a time. */
const BATCH = 2000

/** Simulates a year of visits to the links, by the rules of the real redirect, and stores the hits with past times. */
export async function followLinks({ ports }: Composition, signal: AbortSignal): Promise<void> {
  const { store, policy } = ports
  // The packaged geo data contains only countries.
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

/** Returns the visits that the redirect records, one for each given visit. */
async function followEach(ports: Composition['ports'], followings: readonly Following[]): Promise<Visit[]> {
  const visits: Visit[] = []
  const hitRecorder = { ...ports.hitRecorder, record: (visit: Visit) => void visits.push(visit) }
  for (const { at, slug, visitor } of followings) {
    await resolveLink({ ...ports, hitRecorder, clock: { now: () => at } }, '', slug, visitor)
  }
  return visits
}

/** Bots do not count as visitors. */
const withVisitor = (hit: Hit, { person }: Following) => (hit.bot ? hit : { ...hit, visitor: BigInt(person) })
