import type { Agent, LinkId, Place, Visitor } from '@shortlink/core'
import { VisitFacts } from '@shortlink/core/adapter'
import type { Visitors } from '@shortlink/core/ports'

export const nowhere: Place = {
  country: null,
  continent: null,
  region: null,
  subdivision: null,
  city: null,
  postal: null,
  timezone: null,
  isp: null,
}

const noAgent: Agent = { browser: null, os: null, device: 'other', bot: false }
const program: Agent = { browser: null, os: null, device: 'bot', bot: true }

export interface Situation extends Partial<Visitor> {
  readonly link?: string
  readonly hitCount?: number
  readonly now?: string
  readonly place?: Partial<Place>
  readonly agent?: Partial<Agent>
}

/** Creates visitors with exactly these facts, and counts the lookups of each. */
export function knownVisitors({ place = {}, agent = {} }: Situation) {
  const asked = { place: 0, agent: 0 }
  const visitors: Visitors = {
    place: () => {
      asked.place++
      return { ...nowhere, ...place }
    },
    agent: (userAgent) => {
      asked.agent++
      return userAgent?.trim() ? { ...noAgent, ...agent } : program
    },
  }
  return { visitors, asked }
}

export const aVisitor = (known: Partial<Visitor> = {}): Visitor => ({
  ip: '192.0.2.1',
  userAgent: null,
  referrer: null,
  acceptLanguage: null,
  query: '',
  counts: true,
  isPrivate: false,
  ...known,
})

export function factsOf(situation: Situation): VisitFacts {
  const { ip, userAgent = situation.agent ? 'some agent' : null, referrer, acceptLanguage, query } = situation
  const visitor = aVisitor(
    Object.fromEntries(
      Object.entries({ ip, userAgent, referrer, acceptLanguage, query }).filter(([, value]) => value !== undefined),
    ),
  )
  return new VisitFacts(
    knownVisitors(situation).visitors,
    { id: (situation.link ?? 'link') as LinkId, hitCount: situation.hitCount ?? 0 },
    visitor,
    Date.parse(situation.now ?? '2026-11-21T12:00:00Z'),
  )
}
