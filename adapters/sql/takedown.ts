import { type LinkChange, namespaceOf, type UserId } from '@shortlink/core'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** Links that are closed or opened at once, which keeps each statement short and the event loop free. */
const LINKS_AT_ONCE = 500

type OfLinks = ExpressionBuilder<Schema, 'links'>

/** Moves what a visitor would be sent to out of reach, also of replicas that know nothing of it. */
const closed = (of: OfLinks) => ({
  guarded_target: of.fn.coalesce('guarded_target', 'target'),
  guarded_rules: of.fn.coalesce('guarded_rules', 'rules'),
  target: '',
  rules: '[]',
})

const opened = (of: OfLinks) => ({
  target: of.fn.coalesce('guarded_target', 'target'),
  rules: of.fn.coalesce('guarded_rules', 'rules'),
  guarded_target: null,
  guarded_rules: null,
})

const ownerIsDisabled = sql<boolean>`exists (
  select 1 from users where users.id = links.owner and users.disabled_at is not null)`

/** Since when the owner of a link is disabled; null for an enabled one. */
export const ownerDisabledAt = sql<number | null>`(
  select users.disabled_at from users where users.id = links.owner)`.as('owner_disabled_at')

/** Disables or enables the link; it opens only when its owner's account is enabled, too. Its number, if there is one. */
export async function setLinkDisabled(db: Kysely<Schema>, namespace: string, slug: string, at: number | null) {
  const row = await db
    .updateTable('links')
    .set((of) => (at === null ? { disabled_at: null } : { disabled_at: at, ...closed(of) }))
    .where('namespace', '=', namespace)
    .where('slug', '=', slug)
    .returning('no')
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (at === null) {
    await db
      .updateTable('links')
      .set(opened)
      .where('no', '=', row.no)
      .where(sql<boolean>`not ${ownerIsDisabled}`)
      .execute()
  }
  await noteOperatorChange(db)
  return row.no
}

/** Closes or opens the next links of an account, and returns where to go on and what changed; nothing at the end. */
export async function setNextLinksOpen(
  db: Kysely<Schema>,
  owner: UserId,
  isOpen: boolean,
  after: { readonly created_at: number; readonly id: string } | undefined,
) {
  const rows = await db
    .selectFrom('links')
    .where('owner', '=', owner)
    .$if(after !== undefined, (query) =>
      query.where((of) => of(of.refTuple('created_at', 'id'), '>', of.tuple(after?.created_at ?? 0, after?.id ?? ''))),
    )
    .select(['no', 'created_at', 'id', 'owner', 'hostname', 'slug'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(LINKS_AT_ONCE)
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return undefined
  await db
    .updateTable('links')
    .set((of) => (isOpen ? opened(of) : closed(of)))
    .where(
      'no',
      'in',
      rows.map(({ no }) => no),
    )
    .where('guarded_target', isOpen ? 'is not' : 'is', null)
    .$if(isOpen, (query) => query.where('disabled_at', 'is', null))
    .execute()
  const news = rows.map(({ hostname, slug }): LinkChange => ({ namespace: namespaceOf({ hostname, owner }), slug }))
  return { last, news }
}

/** Servers look anew at every link that they hold: those on Postgres by a notification, those on SQLite by looking at the count. */
export const noteOperatorChange = (db: Kysely<Schema>) =>
  db
    .updateTable('operator_changes')
    .set((of) => ({ changes: of('changes', '+', 1) }))
    .execute()
