import { HIT_ID_EPOCH } from '@shortlink/core/adapter'
import type { Fixture } from './fixture.ts'
import { grouped } from './numbers.ts'
import { progress } from './progress.ts'

const DAY_MS = 24 * 60 * 60_000
const YEAR_DAYS = 365
const AT_ONCE = 500_000

export interface Visits {
  /** On the account's first link. */
  readonly onOne: number
  /** Over its other links, the n-th of which gets a share of 1/n. */
  readonly spread: number
  readonly links: number
  readonly owner: string
  /** Over which they are spread evenly, up to now; a year by default. */
  readonly days?: number
}

/** Fills the time up to now with visits, as recorders store them, but in large steps and with made-up facts. */
export async function seedVisits(fixture: Pick<Fixture, 'run'>, visits: Visits): Promise<void> {
  const spanMs = (visits.days ?? YEAR_DAYS) * DAY_MS
  const end = Date.now()
  await fixture.run(FACTS)
  await fixture.run(destinationsOf(visits))
  // Made at once, it is done in seconds.
  await fixture.run('drop index hits_by_link')
  for (const [name, count] of [
    ['onOne', visits.onOne],
    ['spread', visits.spread],
  ] as const) {
    for (let from = 0; from < count; from += AT_ONCE) {
      progress(`analytics: ${grouped(from)} of ${grouped(count)} visits stored`)
      const to = Math.min(from + AT_ONCE, count)
      await fixture.run(insertHits({ name, from, to, count, spanMs, end, visits }))
    }
  }
  progress('analytics: counting')
  await fixture.run('create index hits_by_link on hits (link_no, id)')
  await fixture.run(COUNTS)
}

const numbers = (from: number, to: number) =>
  `with recursive numbers (n) as (select cast(${from} as bigint) union all select n + 1 from numbers where n + 1 < ${to})`

/** The n-th of a few texts. */
const oneOf = (n: string, ...values: readonly string[]) =>
  `case (${n}) % ${values.length} ${values.map((value, index) => `when ${index} then '${value}'`).join(' ')} end`

const [AGENTS, PLACES, REFERRERS, CAMPAIGNS] = [200, 3_000, 1_000, 100]

/** The database numbers the rows of each table from 1, in this order. */
const FACTS = `
  insert into hit_agents (digest, user_agent, browser, browser_version, os, os_version, device, bot)
  ${numbers(1, AGENTS + 1)}
  select 'agent ' || n, 'agent ' || n, ${oneOf('n', 'Chrome', 'Safari', 'Firefox', 'Edge', 'Opera')}, '14' || n,
    ${oneOf('n', 'Windows', 'iOS', 'Android', 'macOS', 'Linux')}, null,
    case when n % 20 = 0 then 'bot' else ${oneOf('n', 'desktop', 'mobile', 'mobile', 'tablet')} end, case when n % 20 = 0 then 1 else 0 end
  from numbers;
  insert into hit_places (digest, country, continent, region, subdivision, city, postal, timezone, isp)
  ${numbers(1, PLACES + 1)}
  select 'place ' || n, ${oneOf('n', 'US', 'DE', 'IN', 'GB', 'FR', 'IT', 'BR', 'JP', 'CA', 'AU', 'ES', 'PL', 'KR', 'MX', 'ZA', 'SE')},
    ${oneOf('n', 'NA', 'EU', 'AS', 'EU', 'EU', 'EU', 'SA', 'AS', 'NA', 'OC', 'EU', 'EU', 'AS', 'NA', 'AF', 'EU')},
    'XX-' || (n % 160), 'Region ' || (n % 160), 'City ' || n, null, null, null
  from numbers;
  insert into hit_referrers (digest, referrer)
  ${numbers(1, REFERRERS + 1)} select 'referrer ' || n, 'https://site-' || (n % 300) || '.example/page/' || n from numbers;
  insert into hit_campaigns (digest, source, medium, campaign, term, content)
  ${numbers(1, CAMPAIGNS + 1)}
  select 'campaign ' || n, 'source ' || (n % 20), ${oneOf('n', 'mail', 'social', 'cpc', 'qr')}, 'campaign ' || (n % 50), null, null from numbers`

const destinationsOf = ({ owner }: Visits) => `
  insert into hit_destinations (digest, link_no, url)
  select 'destination ' || no, no, target from links where owner = '${owner}' order by no`

interface Step {
  readonly name: 'onOne' | 'spread'
  readonly from: number
  readonly to: number
  readonly count: number
  readonly spanMs: number
  readonly end: number
  readonly visits: Visits
}

/** Numbers without order from the n-th, as large as a prime. */
const scattered = (factor: number) => `((n * ${factor} + 12345) % 2147483647)`

function insertHits({ name, from, to, count, spanMs, end, visits: { links, owner } }: Step): string {
  const at = `(${end - spanMs} + n * ${spanMs} / ${count})`
  const first = `(select min(no) from links where owner = '${owner}')`
  const rank = `cast(floor(pow(${links - 1}, ${scattered(48_271)} / 2147483647.0)) as integer)`
  const agent = `(1 + ${scattered(69_621)} % ${AGENTS})`
  return `
    insert into hits (id, link_no, at, ip, rule, agent_no, place_no, referrer_no, destination_no, language, campaign_no, fresh)
    ${numbers(from, to)},
    visits as (select n, ${at} as at, own.first + ${name === 'onOne' ? '0' : rank} as link, own.first, ${agent} as agent
      from numbers cross join (select ${first} as first) as own)
    select (at - ${HIT_ID_EPOCH}) * 4194304 + ${name === 'onOne' ? '0' : '2097152'} + n % 2097152, link, at,
      '198.51.' || (n % 200) || '.' || (n % 250), null, agent, 1 + ${scattered(39_373)} % ${PLACES},
      case when n % 3 = 0 then null else 1 + ${scattered(16_807)} % ${REFERRERS} end, 1 + link - first,
      ${oneOf('n', 'en', 'de', 'fr', 'en', 'es', 'ja', 'pt', 'en')},
      case when n % 4 = 0 then 1 + ${scattered(30_269)} % ${CAMPAIGNS} end,
      case when agent % 20 <> 0 and n % 10 < 7 then 1 else 0 end
    from visits`
}

const COUNTS = `
  insert into hit_days (link_no, day, country, device, count, visitors)
  select link_no, at / ${DAY_MS}, country, device, count(*), sum(fresh)
  from hits join hit_agents on hit_agents.no = agent_no join hit_places on hit_places.no = place_no
  group by 1, 2, 3, 4;
  insert into link_hits (link_no, hits) select link_no, sum(count) from hit_days group by 1;
  analyze`
