import type { Link } from '@shortlink/core'
import { OWN_HOST } from '@shortlink/core/adapter'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Whether a link exists for readers: not so when its account is deleted and the link is still to be removed. */
export const isThere = sql<boolean>`not exists (select 1 from deleted_accounts where deleted_accounts.id = links.owner)`

/** The same for the links of one owner, decided once for all of them. */
export const isOwnedBy = (owner: string) => (of: ExpressionBuilder<Schema, 'links'>) =>
  of.and([
    of('links.owner', '=', owner),
    of.not(of.exists(of.selectFrom('deleted_accounts').where('deleted_accounts.id', '=', owner).select('id'))),
  ])

/**
 * Deletes those links of deleted accounts that hold the slugs of new ones. Returns whether slugs may be free now: when no link is found, the
 * removal of such an account may just have deleted it.
 */
export async function freeSlugs(db: Kysely<Schema>, links: readonly Link[]): Promise<boolean> {
  const account = await db.selectFrom('deleted_accounts').select('id').limit(1).executeTakeFirst()
  // Nearly always: then the slugs are taken by links that exist.
  if (account === undefined) return false
  await db
    .deleteFrom('links')
    // Namespaces of domains belong to one owner.
    .where('namespace', '=', OWN_HOST)
    .where(
      'slug',
      'in',
      links.map(({ slug }) => slug),
    )
    .where('owner', 'in', (of) => of.selectFrom('deleted_accounts').select('id'))
    .execute()
  return true
}
