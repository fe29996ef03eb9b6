import type { Hit, HitId, LinkId, NewHit, Software, UserId, Utm } from '@shortlink/core'
import type { CountryCount, DayCount, DayRange, Hits } from '@shortlink/core/ports'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { forJobs } from '../kit/transaction.ts'
import { isThere } from '../rows/leaving.ts'
import type { Database, Schema } from '../schema.ts'
import { sweepInterned } from './sweep-interned.ts'
import { saltOf } from './visitor-salts.ts'

/** Stores hits in bulk; each database has its own implementation. */
export type RecordHits = (db: Kysely<Schema>, hits: readonly NewHit[]) => Promise<void>

/** Stores hits in the hit worker. Like `Hits`, but takes the hits from an iterator. */
export interface HitWriter extends Pick<Hits, 'salt'> {
  record(hits: Iterable<NewHit>): Promise<void>
  close(): Promise<void>
}

/** {@link Hits} over either database. */
export const sqlHits = (db: Database, record: RecordHits): Hits => ({
  record: (hits) => (hits.length === 0 ? Promise.resolve() : record(db.write, hits)),

  salt: (day, proposed) => saltOf(db.write, day, proposed),

  async findOwned(owner, id) {
    if (!isHitId(id)) return undefined
    const hit = db.lookup.selectFrom('hits').where('id', '=', BigInt(id))
    const row = await whole(db.lookup, hit)
      .innerJoin('links', 'links.no', 'hits.link_no')
      .where('links.owner', '=', owner)
      .where(isThere)
      .select('links.id as link')
      .executeTakeFirst()
    return row && toHit(row, row.link as LinkId)
  },

  // Accounts do not change hits, so a replica need not have an account's changes.
  async listByLink(link, page) {
    const rows = await db.offload(null, (read) => pageOfLink(read, link, page).execute())
    return rows.map((row) => toHit(row, link))
  },

  async countByCountry(link): Promise<readonly CountryCount[]> {
    const rows = await db.offload(null, (read) => countries(read, link).execute())
    return rows.map(({ country, count }) => ({ country: country || null, count }))
  },

  async countByDay(owner, links, range) {
    if (links.length === 0) return new Map()
    const rows = await db.offload(owner, (read) => days(read, owner, links, range).execute())
    const counts = new Map<LinkId, DayCount[]>()
    for (const { id, day, count } of rows) {
      const ofLink = counts.get(id as LinkId) ?? []
      counts.set(id as LinkId, ofLink)
      // A link without hits has one row without a day.
      if (day !== null) ofLink.push({ day, count })
    }
    return counts
  },

  sweep: (at) => sweepInterned(forJobs(db), at),
})

function pageOfLink(read: Kysely<Schema>, link: LinkId, { skip, take, before }: Parameters<Hits['listByLink']>[1]) {
  const no = read.selectFrom('links').where('id', '=', link).where(isThere).select('no')
  // The page is picked by the link's number before anything is joined: in one query Postgres joins and sorts all hits of the link.
  // A range of both columns has it use their index. For `link_no = …` it may walk through the newer hits of all other links.
  const page = read
    .selectFrom('hits')
    .where('link_no', '>=', no)
    .where((of) =>
      before === undefined
        ? of('link_no', '<=', no)
        : of(of.refTuple('link_no', 'id'), '<', of.tuple(no, BigInt(before))),
    )
    .orderBy('link_no', 'desc')
    .orderBy('id', 'desc')
    .limit(take)
    .offset(skip)
  return whole(read, page).orderBy('hits.id', 'desc')
}

const countries = (read: Kysely<Schema>, link: LinkId) =>
  read
    .selectFrom('hit_days')
    .innerJoin('links', 'links.no', 'hit_days.link_no')
    .where('links.id', '=', link)
    .where(isThere)
    .groupBy('hit_days.country')
    .select((of) => ['hit_days.country', of.cast<number>(of.fn.sum('hit_days.count'), 'bigint').as('count')])
    .orderBy('count', 'desc')
    .orderBy((of) => of('hit_days.country', '=', ''))
    .orderBy('hit_days.country')

const days = (read: Kysely<Schema>, owner: UserId, links: readonly LinkId[], { from, to }: DayRange) =>
  read
    .selectFrom('links')
    .leftJoin(
      (of) => of.selectFrom('hit_days').where('day', '>=', from).where('day', '<', to).selectAll().as('days'),
      (join) => join.onRef('days.link_no', '=', 'links.no'),
    )
    .where('links.id', 'in', links)
    // With a plain column SQLite would walk through all links of the owner instead of finding these by their ids.
    .where(sql<boolean>`coalesce(links.owner, '') = ${owner}`)
    .where(isThere)
    .groupBy(['links.id', 'days.day'])
    .select((of) => [
      'links.id',
      'days.day',
      of.cast<number>(of.fn.coalesce(of.fn.sum('days.count'), sql.lit(0)), 'bigint').as('count'),
    ])
    .orderBy('days.day')

const MAX_ID = 2n ** 63n - 1n
const isHitId = (id: string) => /^\d{1,19}$/.test(id) && BigInt(id) <= MAX_ID

/** Hits with the rows that they share with others. */
export const whole = (db: Kysely<Schema>, hits: SelectQueryBuilder<Schema, 'hits', object>) =>
  db
    .selectFrom(hits.selectAll('hits').as('hits'))
    // A left join, so that a hit without an agent row is still listed.
    .leftJoin('hit_agents as agent', 'agent.no', 'hits.agent_no')
    .innerJoin('hit_places as place', 'place.no', 'hits.place_no')
    .leftJoin('hit_campaigns as utm', 'utm.no', 'hits.campaign_no')
    .select(sql<string>`cast(hits.id as text)`.as('id'))
    .select(['hits.at', 'hits.ip', 'hits.rule', 'hits.language', 'hits.ref', 'hits.fresh'])
    // Not joined: these tables may have one row per hit, and Postgres would read them completely for a page.
    .select((of) => [
      of.selectFrom('hit_destinations').whereRef('no', '=', 'hits.destination_no').select('url').as('url'),
      of.selectFrom('hit_referrers').whereRef('no', '=', 'hits.referrer_no').select('referrer').as('referrer'),
    ])
    .select(['agent.user_agent', 'browser', 'browser_version', 'os', 'os_version', 'device', 'bot'])
    .select(['country', 'continent', 'region', 'subdivision', 'city', 'postal', 'timezone', 'isp'])
    .select(['utm.no as campaign_no', 'source', 'medium', 'campaign', 'term', 'content'])

type WholeHit = Awaited<ReturnType<ReturnType<typeof whole>['executeTakeFirstOrThrow']>>

export const toHit = (row: WholeHit, link: LinkId): Hit => ({
  id: row.id as HitId,
  link,
  at: row.at,
  ip: row.ip,
  type: row.ip.includes(':') ? 'IPv6' : 'IPv4',
  userAgent: row.user_agent,
  referrer: row.referrer,
  rule: row.rule,
  redirectedTo: row.url || null,
  browser: toSoftware(row.browser, row.browser_version),
  os: toSoftware(row.os, row.os_version),
  device: (row.device ?? 'other') as Hit['device'],
  bot: row.bot === 1,
  country: row.country,
  continent: row.continent,
  region: row.region,
  subdivision: row.subdivision,
  city: row.city,
  postal: row.postal,
  timezone: row.timezone,
  isp: row.isp,
  language: row.language,
  utm: toUtm(row),
  ref: row.ref,
  firstToday: row.fresh === null ? null : row.fresh === 1,
})

const toUtm = ({ campaign_no, source, medium, campaign, term, content }: WholeHit): Utm | null =>
  campaign_no === null ? null : { source, medium, campaign, term, content }

const toSoftware = (name: string | null, version: string | null): Software | null =>
  name === null ? null : { name, version }
