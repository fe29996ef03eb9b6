import type { DomainId } from '@shortlink/core'
import { MAX_UNKNOWN_SLUGS as MAX, OWN_HOST } from '@shortlink/core/adapter'
import type { UnknownVisitCount, UnknownVisits, UnknownVisitsQuestion } from '@shortlink/core/ports'
import { type Kysely, sql } from 'kysely'
import type { Database, Schema } from '../schema.ts'

/** Rows that one statement adds or deletes. */
const BATCH_SIZE = 100
/** Represents the service's own hosts. */
const NO_DOMAIN = ''

/** {@link UnknownVisits} over either database. */
export const sqlUnknownVisits = ({ read, background, write }: Database): UnknownVisits => ({
  async count(counts) {
    for (const [day, ofDay] of Map.groupBy(counts, ({ day }) => day)) {
      for (let from = 0; from < ofDay.length; from += BATCH_SIZE) {
        await add(write, day, ofDay.slice(from, from + BATCH_SIZE))
      }
    }
  },

  async top(question) {
    const rows = await ofQuestion(read, question)
      .groupBy(['domains.hostname', 'unknown_visits.domain_id', 'slug'])
      .select((of) => [
        of.fn.coalesce('domains.hostname', sql<string>`${sql.lit(OWN_HOST)}`).as('hostname'),
        'slug',
        of.fn.sum('hits').as('hits'),
        of.fn.min('day').as('firstDay'),
        of.fn.max('day').as('lastDay'),
      ])
      .orderBy('hits', 'desc')
      .orderBy('hostname')
      .orderBy('slug')
      .limit(question.take)
      .execute()
    return rows.map(({ hostname, slug, hits, firstDay, lastDay }) => ({
      hostname,
      slug,
      hits: Number(hits),
      firstDay: Number(firstDay),
      lastDay: Number(lastDay),
    }))
  },

  async *sweep(before) {
    for (;;) {
      // A reader finds them, since finding the rows of a deleted claim requires reading all.
      const old = await background
        .selectFrom('unknown_visits')
        .leftJoin('domains', 'domains.id', 'unknown_visits.domain_id')
        .where((of) =>
          of.or([of('day', '<', before), of.and([of('domain_id', '<>', NO_DOMAIN), of('domains.id', 'is', null)])]),
        )
        .select(['domain_id', 'day', 'slug'])
        .limit(BATCH_SIZE)
        .execute()
      if (old.length === 0) return
      const keys = old.map(({ domain_id, day, slug }) => sql`(${domain_id}, cast(${day} as bigint), ${slug})`)
      await sql`delete from unknown_visits where (domain_id, day, slug) in (values ${sql.join(keys)})`.execute(write)
      yield
    }
  },
})

const idOf = (domain: DomainId | null) => domain ?? NO_DOMAIN

/** Adds counts of one day, in key order, so that concurrent servers do not deadlock. */
async function add(db: Kysely<Schema>, day: number, counts: readonly UnknownVisitCount[]) {
  const given = counts.map(({ domain, slug, hits }) => sql`(${idOf(domain)}, ${slug}, cast(${hits} as bigint))`)
  const theDay = sql`cast(${day} as bigint)`
  const isOwn = sql`(domain_id = ${sql.lit(NO_DOMAIN)})`
  const ofDomains = sql`(select sum(slugs) from taken where not ${isOwn})`
  await sql`
    with given (domain_id, slug, hits) as (values ${sql.join(given)}),
    taken as materialized (
      select domain_id, count(*) as slugs from unknown_visits where day = ${theDay} group by domain_id
    ),
    known as (
      select given.domain_id, given.slug, given.hits, case when present.slug is null then 1 else 0 end as fresh
      from given left join unknown_visits as present
        on present.domain_id = given.domain_id and present.day = ${theDay} and present.slug = given.slug
    ),
    ranked as (
      select known.*, ${isOwn} as own,
        row_number() over (partition by fresh, domain_id order by slug) as place,
        row_number() over (partition by fresh, ${isOwn} order by domain_id, slug) as place_of_all
      from known
    )
    insert into unknown_visits (domain_id, day, slug, hits)
    select ranked.domain_id, ${theDay}, slug, hits
    from ranked left join taken on taken.domain_id = ranked.domain_id
    where fresh = 0 or (
      place <= case when own then ${sql.lit(MAX.ownHosts)} else ${sql.lit(MAX.domain)} end - coalesce(taken.slugs, 0)
      and (own or place_of_all <= ${sql.lit(MAX.domains)} - coalesce(${ofDomains}, 0))
    )
    order by ranked.domain_id, slug
    on conflict (domain_id, day, slug) do update set hits = unknown_visits.hits + excluded.hits`.execute(db)
}

/** The rows that match a question. Rows of a deleted domain never match. */
const ofQuestion = (db: Kysely<Schema>, { owner, hostname, since }: UnknownVisitsQuestion) =>
  db
    .selectFrom('unknown_visits')
    .leftJoin('domains', 'domains.id', 'unknown_visits.domain_id')
    .where('day', '>=', since)
    .where((of) =>
      of.or([
        ...(owner === null ? [of('unknown_visits.domain_id', '=', NO_DOMAIN)] : []),
        owner === null ? of('domains.id', 'is not', null) : of('domains.owner', '=', owner),
      ]),
    )
    .$if(hostname === OWN_HOST, (rows) => rows.where('unknown_visits.domain_id', '=', NO_DOMAIN))
    .$if(hostname !== undefined && hostname !== OWN_HOST, (rows) => rows.where('domains.hostname', '=', hostname ?? ''))
