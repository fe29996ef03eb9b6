import type { LinkId, Utm, Visit } from '@shortlink/core'
import type { Visitors } from '@shortlink/core/ports'
import { hitIdRanges } from '../../adapters/hits/hit-id-ranges.ts'
import { packVisits, type VisitBatch } from '../../adapters/hits/visit-batch.ts'
import { addresses, botsAgent, language, oneOf, personsAgent, seededRandom } from './people.ts'

const BATCH = 250
/** What the hit worker is given at once when visits come faster than it stores them. */
export const AT_ONCE = 20_000

/** Which part of visits is of a kind. */
export interface Shares {
  /** Bots, by what they call themselves. */
  readonly bots: number
  /** Of people's visits those of a visitor who was on the link before on that day. */
  readonly again: number
  /** Of links those whose target names a campaign. */
  readonly campaigns: number
  /** Visits whose own query names a campaign. */
  readonly ownCampaigns: number
}

export const USUAL: Shares = { bots: 0.25, again: 0.2, campaigns: 0.35, ownCampaigns: 0.05 }
/** What costs most: all are people who were not there before. */
export const ALL_NEW: Shares = { bots: 0, again: 0, campaigns: 1, ownCampaigns: 0.5 }

/** Makes a function that returns batches of visits of now to the first `links` links of the fixture. */
export function visitBatches(links: number, visitors: Visitors, shares = USUAL): () => readonly VisitBatch[] {
  const ids = hitIdRanges({ replica: 0, clock: { now: Date.now } })
  const visit = visitsTo(links, visitors, shares)
  const batch = () => packVisits(ids(BATCH), Array.from({ length: BATCH }, visit))
  return () => Array.from({ length: AT_ONCE / BATCH }, batch)
}

/** Visitors of which some come again. */
const REMEMBERED = 50_000

/** Makes a function that returns visits of now, the same in each run. Few links get most of them. */
function visitsTo(links: number, visitors: Visitors, { bots, again, ...campaigns }: Shares): () => Visit {
  const random = seededRandom(1)
  const addressFor = addresses(visitors, random)
  const before: Visit[] = []
  function firstVisit(isBot: boolean): Visit {
    const n = Math.floor(links * random() ** 4)
    return {
      link: `link-${10_000_000 + n}` as LinkId,
      at: Date.now(),
      ip: addressFor(n),
      userAgent: isBot ? botsAgent(random) : personsAgent(random),
      referrer: random() < 0.5 ? `https://news${Math.floor(50 * random())}.example/` : null,
      rule: null,
      redirectedTo: targetOf(n, campaigns.campaigns),
      acceptLanguage: isBot && random() < 0.8 ? null : language(random),
      campaign: random() < campaigns.ownCampaigns ? oneOf(CAMPAIGNS, random) : null,
      ref: null,
      isPrivate: false,
    }
  }
  return () => {
    const isBot = random() < bots
    if (!isBot && before.length > 0 && random() < again) return { ...oneOf(before, random), at: Date.now() }
    const visit = firstVisit(isBot)
    if (!isBot) before[before.length < REMEMBERED ? before.length : Math.floor(REMEMBERED * random())] = visit
    return visit
  }
}

/** Links with many visits have their share of campaigns, so that visits have it, too. */
const targetOf = (n: number, campaigns: number) =>
  `https://www.example.com/articles/2026/${n}/a-headline-of-some-length${(n * 5 + 95) % 100 < campaigns * 100 ? `?utm_source=newsletter&utm_medium=email&utm_campaign=c${n % 30}` : ''}`

const CAMPAIGNS = Array.from(
  { length: 30 },
  (_, n): Utm => ({ source: 'forwarded', medium: 'email', campaign: `c${n}`, term: null, content: null }),
)
