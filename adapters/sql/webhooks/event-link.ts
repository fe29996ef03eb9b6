import type { LinkId, UserId } from '@shortlink/core'
import type { Selectable } from 'kysely'
import { type ComputedColumns, parseNames } from '../rows/computed-texts.ts'
import { targetOf } from '../rows/guard.ts'
import type { LinksTable } from '../tables/links.ts'

/** The columns of a link that its events show. */
export type EventColumn =
  | 'id'
  | 'owner'
  | 'hostname'
  | 'slug'
  | 'target'
  | 'guarded_target'
  | 'guarded'
  | 'title'
  | 'external_id'
  | 'created_at'

/** A link's row as its events show it. */
export const toEventLink = (row: Pick<Selectable<LinksTable>, EventColumn> & Pick<ComputedColumns, 'tags'>) => ({
  id: row.id as LinkId,
  owner: row.owner as UserId,
  hostname: row.hostname,
  slug: row.slug,
  target: targetOf(row),
  title: row.title,
  tags: parseNames(row.tags),
  externalId: row.external_id,
  createdAt: row.created_at,
})
