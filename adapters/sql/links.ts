import type { ChangedLink, Link, LinkChanges, LinkId, Links, UserId } from '@shortlink/core'
import { namespaceOf, type PublishChange } from '@shortlink/core/adapter'
import type { Kysely } from 'kysely'
import { COMPUTED } from './computed-columns.ts'
import { servedColumns } from './guard.ts'
import { isOwnedBy, isThere } from './leaving.ts'
import { linkPages } from './link-pages.ts'
import { linkReads } from './link-reads.ts'
import { toColumns, toLink } from './link-rows.ts'
import type { SearchLinks } from './link-search.ts'
import type { RowLocks } from './row-locks.ts'
import type { Database, Schema } from './schema.ts'
import { countOperatorChange, keepingClosed, setLinkDisabled } from './takedown.ts'
import { inTransaction } from './transaction.ts'
import { changeVisitLimit } from './visit-limits.ts'

/** {@link Links} over either database. Publishes every change that a visitor can notice. */
export const sqlLinks = (
  db: Database,
  publish: PublishChange,
  others: Pick<Links, 'insert' | 'insertMany' | 'totals' | 'keepTotals'>,
  searchLinks: SearchLinks,
  locks: RowLocks,
): Links => ({
  ...linkReads(db, searchLinks),
  ...linkPages(db, searchLinks),
  ...others,

  async updateOwned(owner, id, changes) {
    const changed = await inTransaction(db, (db) => update(db, locks, owner, id, changes))
    if (changed) publish({ namespace: namespaceOf(changed.after), slug: changed.after.slug })
    return changed
  },

  // A trigger keeps the number of a deleted link, by which its hits are removed afterwards.
  async deleteOwned(owner, id) {
    const row = await db.write
      .deleteFrom('links')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('links.disabled_at', 'is', null)
      .returningAll()
      .returning(COMPUTED)
      .executeTakeFirst()
    if (row === undefined) return undefined
    publish({ namespace: row.namespace, slug: row.slug })
    return toLink(row)
  },

  async setDisabled(namespace, slug, at) {
    const row = await inTransaction(db, async (db) => {
      const key = await setLinkDisabled(db, namespace, slug, at)
      if (key === undefined) return undefined
      return db.selectFrom('links').where('no', '=', key).selectAll('links').select(COMPUTED).executeTakeFirst()
    })
    if (row) publish({ namespace, slug })
    return row && toLink(row)
  },

  async deleteBySlug(namespace, slug) {
    const row = await inTransaction(db, (db) => deleteBySlug(db, namespace, slug))
    if (row) publish({ namespace, slug })
    return row && toLink(row)
  },
})

async function deleteBySlug(db: Kysely<Schema>, namespace: string, slug: string) {
  const row = await db
    .deleteFrom('links')
    .where('namespace', '=', namespace)
    .where('slug', '=', slug)
    .where(isThere)
    .returningAll()
    .returning(COMPUTED)
    .executeTakeFirst()
  if (row === undefined) return undefined
  await countOperatorChange(db)
  return row
}

async function update(
  db: Kysely<Schema>,
  locks: RowLocks,
  owner: UserId,
  id: LinkId,
  changes: LinkChanges,
): Promise<ChangedLink | undefined> {
  const row = await db
    .selectFrom('links')
    .where('id', '=', id)
    .where(isOwnedBy(owner))
    .selectAll('links')
    .select(COMPUTED)
    .modifyEnd(locks.change)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const before = toLink(row)
  const { passwordHash, ...fields } = changes
  const hasPassword = passwordHash === undefined ? before.hasPassword : passwordHash !== null
  const visitsLeft =
    fields.maxVisits === undefined || fields.maxVisits === before.maxVisits
      ? before.visitsLeft
      : await changeVisitLimit(db, row.no, before.maxVisits, fields.maxVisits)
  const after: Link = { ...before, ...fields, hasPassword, visitsLeft }
  const { guarded, ...served } = servedColumns(after)
  await db
    .updateTable('links')
    .set((of) => ({ ...toColumns(changes), guarded, ...keepingClosed(of, served) }))
    .where('no', '=', row.no)
    .execute()
  return { before, after }
}
