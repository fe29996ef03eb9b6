import type { AccountList, UserId, Users } from '@shortlink/core'
import { sql } from 'kysely'
import { toPattern } from './like-pattern.ts'
import type { Database } from './schema.ts'

/** One page of all accounts, each with the number of its links. */
export async function listAccounts(
  db: Database,
  { skip, take, search }: Parameters<Users['listAll']>[0],
): Promise<AccountList> {
  const matching = db.read
    .selectFrom('users')
    .$if(search !== undefined, (query) =>
      query.where(sql<boolean>`users.email_folded like ${toPattern(search ?? '')} escape '\\'`),
    )
  // The page is picked before its links are counted.
  const page = matching.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(take).offset(skip)
  const rows = await db.read
    .selectFrom('users')
    .where('id', 'in', page)
    .select(['id', 'name', 'email', 'created_at as createdAt', 'disabled_at as disabledAt'])
    .select((of) =>
      of
        .selectFrom('links')
        .whereRef('links.owner', '=', 'users.id')
        .select((of) => of.fn.countAll<number>().as('links'))
        .as('links'),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { count } = await matching.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { items: rows.map((row) => ({ ...row, id: row.id as UserId, links: row.links ?? 0 })), totalCount: count }
}
