import type { Instant, LinkStatus, UserId } from '@shortlink/core'
import { fold } from '@shortlink/core/adapter'
import type { OwnLinksFilter } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import { HAS_RULES } from '../rows/guard.ts'
import { isOwnedBy } from '../rows/leaving.ts'
import type { Database } from '../schema.ts'
import type { LinksQuery, SearchLinks } from './link-search.ts'

/** The links of an owner that the filter matches. */
export function matchingOwn(
  { read }: Pick<Database, 'read'>,
  owner: UserId,
  { search, tags = [], status, archived, hostname, withoutTags = [], createdFrom, createdTo, ...has }: OwnLinksFilter,
  searchLinks: SearchLinks,
): LinksQuery {
  const wanted = [...new Set(tags.map(fold))]
  const unwanted = [...new Set(withoutTags.map(fold))]
  const conditions = [
    unwanted.length > 0 && hasNoTag(owner, unwanted),
    createdFrom !== undefined && sql<boolean>`created_at >= ${createdFrom}`,
    createdTo !== undefined && sql<boolean>`created_at < ${createdTo}`,
    isAs(has.hasRules, HAS_RULES),
    isAs(has.hasPassword, sql<boolean>`password_hash is not null`),
    isAs(has.hasLimit, sql<boolean>`max_visits is not null`),
    isAs(has.hasCampaign, sql<boolean>`utm is not null`),
  ].filter((condition) => condition !== false && condition !== undefined)
  return (search === undefined ? read.selectFrom('links') : searchLinks(read, search))
    .where(isOwnedBy(owner))
    .$if(wanted.length > 0, (query) => query.where(hasTags(owner, wanted)))
    .$if(status !== undefined, (query) => query.where(isOfStatus(status?.is ?? 'ACTIVE', status?.at ?? 0)))
    .$if(archived !== undefined, (query) => query.where('archived', '=', sql.lit(Number(archived))))
    .$if(hostname !== undefined, (query) => query.where('hostname', '=', hostname ?? ''))
    .$if(conditions.length > 0, (query) => query.where((of) => of.and(conditions)))
}

/** Whether a link has all of the tags. */
const hasTags = (owner: string, folded: readonly string[]) =>
  sql<boolean>`links.no in (
    select link_no from link_tags join tags on tags.no = link_tags.tag_no
    where tags.owner = ${owner} and tags.name_folded in (${sql.join(folded)})
    group by link_no having count(*) = ${sql.lit(folded.length)})`

const hasNoTag = (owner: string, folded: readonly string[]) =>
  sql<boolean>`links.no not in (
    select link_no from link_tags join tags on tags.no = link_tags.tag_no
    where tags.owner = ${owner} and tags.name_folded in (${sql.join(folded)}))`

const isAs = (wanted: boolean | undefined, condition: RawBuilder<boolean>) =>
  wanted === undefined ? undefined : wanted ? condition : sql<boolean>`not (${condition})`

/** The status of a link as `linkStatus` of core computes it, the first that holds. */
const isOfStatus = (status: LinkStatus, at: Instant): RawBuilder<boolean> => sql<boolean>`(case
  when disabled_at is not null then 'BLOCKED'
  when enabled = 0 then 'DISABLED'
  when starts_at > ${at} then 'SCHEDULED'
  when expires_at <= ${at} then 'EXPIRED'
  when max_visits is not null and exists (
    select 1 from link_visits where link_visits.link_no = links.no and remaining <= 0) then 'USED_UP'
  else 'ACTIVE' end) = ${status}`
