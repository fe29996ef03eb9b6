import { fold } from '@shortlink/core/adapter'
import type { LinkSelection } from '@shortlink/core/ports'
import { type RawBuilder, sql } from 'kysely'
import { oneOf } from './one-of.ts'

/** A query of the selected links, by `no` and `id`. Aliases and tombstones have no owner. */
export const selectedLinks = ({ owner, ids, tags, domain }: LinkSelection): RawBuilder<unknown> => sql`
  select links.no, links.id from links
  where links.owner = ${owner} and not exists (select 1 from deleted_accounts where deleted_accounts.id = ${owner})
  ${ids === null ? sql`` : sql`and links.id in ${oneOf(ids)}`}
  ${tags === null ? sql`` : sql`and links.no in (${taggedWith(owner, tags)})`}
  ${domain === null ? sql`` : sql`and links.hostname = (select hostname from domains where id = ${domain} and owner = ${owner})`}`

/** A query of the links with these numbers, by `no` and `id`. */
export const theseLinks = (numbers: readonly number[]): RawBuilder<unknown> => sql`
  select no, id from links where no in (${sql.join(numbers.length === 0 ? [sql.lit(null)] : numbers.map((no) => sql.lit(no)))})`

const taggedWith = (owner: string, tags: readonly string[]) => sql`
  select link_no from link_tags join tags on tags.no = link_tags.tag_no
  where tags.owner = ${owner} and tags.name_folded in ${oneOf([...new Set(tags.map(fold))])}`
