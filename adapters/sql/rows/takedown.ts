import type { UserId } from '@shortlink/core'
import { namespaceOf } from '@shortlink/core/adapter'
import type { LinkChange } from '@shortlink/core/ports'
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { isThere } from './leaving.ts'

/** Number of links to close or open per statement, which keeps it short and the event loop free. */
const BATCH_SIZE = 500

export type OfLinks = ExpressionBuilder<Schema, 'links'>

/** Hides target and rules, also from replicas of the previous version, which do not know `disabled_at`. */
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

/** Writes target and rules of a closed link to its guarded columns, so that it stays closed. */
export const keepingClosed = (of: OfLinks, { target, rules }: { readonly target: string; readonly rules: string }) => ({
  ...guarded(of, 'target', target),
  ...guarded(of, 'rules', rules),
})

const guarded = (of: OfLinks, column: 'target' | 'rules', value: string) => ({
  [column]: of.case().when(`guarded_${column}`, 'is', null).then(value).else(of.ref(column)).end(),
  [`guarded_${column}`]: of.case().when(`guarded_${column}`, 'is', null).then(null).else(value).end(),
})

const ownerIsDisabled = sql<boolean>`exists (
  select 1 from users where users.id = links.owner and users.disabled_at is not null)`

/** Since when the owner of a link is disabled; null for an enabled one. */
export const ownerDisabledAt = sql<number | null>`(
  select users.disabled_at from users where users.id = links.owner)`.as('owner_disabled_at')

/** Disables or enables the link; it opens only when its owner's account is enabled, too. Returns its key; undefined without such a link. */
export async function setLinkDisabled(db: Kysely<Schema>, namespace: string, slug: string, at: number | null) {
  const row = await db
    .updateTable('links')
    .set((of) => (at === null ? { disabled_at: null } : { disabled_at: at, ...closed(of) }))
    .where('namespace', '=', namespace)
    .where('slug', '=', slug)
    .where(isThere)
    .returning('no as key')
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (at === null) {
    await db
      .updateTable('links')
      .set(opened)
      .where('no', '=', row.key)
      .where(sql<boolean>`not ${ownerIsDisabled}`)
      .execute()
  }
  await countOperatorChange(db)
  return row.key
}

/** Closes or opens the next batch of an account's links. Returns the last of it and the changes; undefined at the end. */
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
    .select(['no as key', 'created_at', 'id', 'owner', 'hostname', 'slug'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return undefined
  const keys = rows.map(({ key }) => key)
  await db
    .updateTable('links')
    .set((of) => (isOpen ? opened(of) : closed(of)))
    .where('no', 'in', keys)
    .where('guarded_target', isOpen ? 'is not' : 'is', null)
    .$if(isOpen, (query) => query.where('disabled_at', 'is', null))
    .execute()
  const changes = rows.map(({ hostname, slug }): LinkChange => ({ namespace: namespaceOf({ hostname, owner }), slug }))
  return { last, changes }
}

/** Makes every server check its cached links again: on Postgres by a notification, on SQLite by polling the count. */
export const countOperatorChange = (db: Kysely<Schema>) =>
  db
    .updateTable('operator_changes')
    .set((of) => ({ changes: of('changes', '+', 1) }))
    .execute()
