import { setImmediate } from 'node:timers/promises'
import { DAY_MS, inSlices, QUARTER_MS, type Steps } from '@shortlink/core/adapter'
import { type RawBuilder, sql } from 'kysely'
import { filledUp } from '../../kit/filled-up.ts'
import type { Database } from '../../schema.ts'
import { type IdRange, isOfLink } from '../expressions/days-of-ids.ts'
import { PageSize } from '../expressions/page-size.ts'
import { plus, type RolledSums } from './rolled-sums.ts'
import { type SharedRow, valuesOf } from './visit-values.ts'

/** A link and its approximate number of visits on the day. */
export interface CountedLink {
  readonly no: number
  readonly hits: number
}

/**
 * Adds the visits of links on a UTC day to the rollups, in steps. If the range starts at the first id, a link may have any number of visits.
 */
export async function* sumVisits(
  { read }: Pick<Database, 'read'>,
  links: readonly CountedLink[],
  day: number,
  range: IdRange,
  sums: RolledSums,
): AsyncGenerator<void, void> {
  const size = new PageSize()
  const isOfAllTimes = range.after < 0n
  for (const group of groupsOf(links, () => (isOfAllTimes ? 0 : size.visits))) {
    const [only] = group
    if (only && group.length === 1) yield* sumLink({ read, day, sums, size }, only.no, range)
    else {
      await addRows({ read, day, sums, size }, someLinks(group, range))
      yield
    }
  }
}

const MAX_LINKS = 512

/** Splits links into groups with at most `maxHits` visits in total, or with one link. */
export function* groupsOf(links: readonly CountedLink[], maxHits: () => number): Generator<readonly CountedLink[]> {
  let [from, hits] = [0, 0]
  for (const [to, link] of links.entries()) {
    hits += link.hits
    if (to === from || (hits <= maxHits() && to - from < MAX_LINKS)) continue
    yield links.slice(from, to)
    ;[from, hits] = [to, link.hits]
  }
  if (from < links.length) yield links.slice(from)
}

interface Summing {
  readonly read: Database['read']
  readonly day: number
  readonly sums: RolledSums
  readonly size: PageSize
}

async function* sumLink(summing: Summing, link: number, range: IdRange) {
  for (let after: bigint | undefined = range.after; after !== undefined; ) {
    const take = summing.size.visits
    const { visits, last } = await addRows(summing, oneLink(link, { ...range, after }, take))
    after = visits >= take ? last : undefined
    yield
  }
}

const COLUMNS = sql`id, at, link_no, agent_no, place_no, referrer_no, destination_no, campaign_no, language, rule, ref, fresh`

const oneLink = (link: number, range: IdRange, take: number) => sql`
  select ${COLUMNS} from hits where ${isOfLink(link, range)} order by link_no, id limit ${sql.lit(take)}`

const someLinks = (links: readonly CountedLink[], { after, through }: IdRange) => sql`
  select ${COLUMNS} from hits
  where link_no in (${sql.join(filledUp(links.map(({ no }) => no)))}) and id > ${after} and id <= ${through}`

type Row = Omit<SharedRow, 'kind'> & { readonly kind: SharedRow['kind'] | 'page' }

/** Adds the visits of a page. Returns their number and the highest id. */
async function addRows(
  { read, day, sums, size }: Summing,
  page: RawBuilder<unknown>,
): Promise<{ readonly visits: number; readonly last: bigint | undefined }> {
  const { rows } = await grouped(page, day).execute(read)
  await inSlices(addTo(sums, rows), setImmediate)
  const all = rows.find(({ kind }) => kind === 'page')
  const visits = all?.hits ?? 0
  size.fit(visits, rows.length)
  return { visits, last: all?.c1 == null ? undefined : BigInt(all.c1) }
}

/** Number of rows that take the event loop about a millisecond. */
const ROWS_PER_SLICE = 100

function* addTo(sums: RolledSums, rows: readonly Row[]): Steps<void> {
  for (const [index, { kind, ...row }] of rows.entries()) {
    if (index % ROWS_PER_SLICE === ROWS_PER_SLICE - 1) yield
    if (kind === 'page') continue
    if (kind === 'quarter') sums.total = plus(sums.total, row)
    for (const [dimension, value] of valuesOf({ kind, ...row })) sums.add(dimension, value, row)
  }
}

/** Groups the visits by their shared keys before joining any table. */
function grouped(page: RawBuilder<unknown>, day: number) {
  const start = BigInt(day) * BigInt(DAY_MS)
  return sql<Row>`
    with page as materialized (${page}),
    visits as materialized (
      select page.*, case when device = 'bot' then 1 else 0 end as bot
      from page left join hit_agents on hit_agents.no = page.agent_no
      where at >= ${start} and at < ${start + BigInt(DAY_MS)}
    ),
    agents as (${sharedBy(['agent_no'])}),
    places as (${sharedBy(['place_no'])}),
    referrers as (${sharedBy(['referrer_no'])}),
    destinations as (${sharedBy(['destination_no'])}),
    campaigns as (${sharedBy(['campaign_no'])}),
    owns as (${sharedBy(['language', 'rule'])}),
    refs as (${sharedBy(['ref'])}),
    links_of as (${sharedBy(['link_no'])}),
    quarters as (${sharedBy([], sql`cast((at - ${start}) / ${sql.lit(QUARTER_MS)} as integer)`)})
    select 'page' as kind, cast(max(id) as text) as c1, cast(null as text) as c2, cast(null as text) as c3,
      cast(null as text) as c4, cast(null as text) as c5, count(*) as hits, cast(0 as bigint) as bots, cast(0 as bigint) as visitors
    from page
    union all select 'agent', browser, os, device, null, null, ${SUMS} from agents left join hit_agents on no = agent_no
    union all select 'place', country, continent, region, subdivision, city, ${SUMS} from places left join hit_places on no = place_no
    union all select 'referrer', referrer, null, null, null, null, ${SUMS} from referrers left join hit_referrers on no = referrer_no
    union all select 'destination', url, null, null, null, null, ${SUMS}
      from destinations left join hit_destinations on no = destination_no
    union all select 'campaign', source, medium, campaign, term, content, ${SUMS}
      from campaigns left join hit_campaigns on no = campaign_no
    union all select 'own', language, cast(rule as text), null, null, null, ${SUMS} from owns
    union all select 'ref', ref, null, null, null, null, ${SUMS} from refs
    union all select 'link', cast(link_no as text), null, null, null, null, ${SUMS} from links_of
    union all select 'quarter', cast(quarter as text), null, null, null, null, ${SUMS} from quarters`
}

const SUMS = sql`hits, bots, visitors`

function sharedBy(columns: readonly string[], quarter?: RawBuilder<unknown>) {
  const [named, keys] =
    quarter === undefined
      ? [sql.join(columns.map((column) => sql.ref(column))), sql.join(columns.map((column) => sql.ref(column)))]
      : [sql`${quarter} as quarter`, sql`1`]
  return sql`
    select ${named}, count(*) as hits, cast(sum(bot) as bigint) as bots, cast(coalesce(sum(fresh), 0) as bigint) as visitors
    from visits group by ${keys}`
}
