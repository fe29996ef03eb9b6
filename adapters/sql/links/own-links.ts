import type { Instant, LinkStatus, UserId } from '@shortlink/core'
import { fold } from '@shortlink/core/adapter'
import type { OwnLinksFilter } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import { isOwnedBy } from '../rows/leaving.ts'
import type { Database } from '../schema.ts'
import type { LinksQuery, SearchLinks } from './link-search.ts'

/** The links of an owner that the filter matches. */
export function matchingOwn(
  { read }: Database,
  owner: UserId,
  { search, tags = [], status, archived, hostname }: OwnLinksFilter,
  searchLinks: SearchLinks,
): LinksQuery {
  const wanted = [...new Set(tags.map(fold))]
  return (search === undefined ? read.selectFrom('links') : searchLinks(read, search))
    .where(isOwnedBy(owner))
    .$if(wanted.length > 0, (query) => query.where(hasTags(owner, wanted)))
    .$if(status !== undefined, (query) => query.where(isOfStatus(status?.is ?? 'ACTIVE', status?.at ?? 0)))
    .$if(archived !== undefined, (query) => query.where('archived', '=', sql.lit(Number(archived))))
    .$if(hostname !== undefined, (query) => query.where('hostname', '=', hostname ?? ''))
}

/** Whether a link has all of the tags. */
const hasTags = (owner: string, folded: readonly string[]) =>
  sql<boolean>`links.no in (
    select link_no from link_tags join tags on tags.no = link_tags.tag_no
    where tags.owner = ${owner} and tags.name_folded in (${sql.join(folded)})
    group by link_no having count(*) = ${sql.lit(folded.length)})`

/** The status of a link as `linkStatus` of core computes it, the first that holds. */
const isOfStatus = (status: LinkStatus, at: Instant): RawBuilder<boolean> => sql<boolean>`(case
  when disabled_at is not null then 'BLOCKED'
  when enabled = 0 then 'DISABLED'
  when starts_at > ${at} then 'SCHEDULED'
  when expires_at <= ${at} then 'EXPIRED'
  when max_visits is not null and exists (
    select 1 from link_visits where link_visits.link_no = links.no and remaining <= 0) then 'USED_UP'
  else 'ACTIVE' end) = ${status}`
