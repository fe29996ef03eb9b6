import type { UserId } from '@shortlink/core'
import type { AccountList, Users } from '@shortlink/core/ports'
import { sql } from 'kysely'
import { toPattern } from '../kit/like-pattern.ts'
import { hits } from '../rows/computed-columns.ts'
import type { Database } from '../schema.ts'

/** One page of all accounts, each with the number of its links. */
export async function listAccounts(
  db: Database,
  { skip, take, search }: Parameters<Users['listAll']>[0],
): Promise<AccountList> {
  const matching = db.read
    .selectFrom('users')
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`(users.email_folded like ${toPattern(search ?? '')} escape '\\' or users.id = ${search})`,
      ),
    )
  // The page is picked before its links are counted.
  const page = matching.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(take).offset(skip)
  const rows = await db.read
    .selectFrom('users')
    .where('id', 'in', page)
    .select(['id', 'name', 'email', 'created_at as createdAt', 'role', 'disabled_at as disabledAt'])
    .select([
      sql<number>`(select count(*) from links where links.owner = users.id)`.as('links'),
      sql<number>`(select cast(coalesce(sum(${hits}), 0) as bigint) from links where links.owner = users.id)`.as(
        'visits',
      ),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { count } = await matching.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { items: rows.map((row) => ({ ...row, id: row.id as UserId })), totalCount: count }
}
