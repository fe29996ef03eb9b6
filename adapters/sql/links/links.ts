import { isDeepStrictEqual } from 'node:util'
import type { Instant, Link, LinkId, UserId } from '@shortlink/core'
import { changedNames, namespaceOf, type PublishChange } from '@shortlink/core/adapter'
import type { ChangedLink, LinkChanges, Links } from '@shortlink/core/ports'
import type { Kysely } from 'kysely'
import { type Address, deleteLocked } from '../deletion/delete-links.ts'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import { COMPUTED } from '../rows/computed-columns.ts'
import { servedColumns } from '../rows/guard.ts'
import { isOwnedBy, isThere } from '../rows/leaving.ts'
import { searchedTitle, toColumns, toLink } from '../rows/link-rows.ts'
import { countOperatorChange, keepingClosed, type OfLinks, setLinkDisabled } from '../rows/takedown.ts'
import { forgetTombstones } from '../rows/tombstones.ts'
import type { Database, Schema } from '../schema.ts'
import { sqlAliases } from './aliases.ts'
import { linkPages } from './link-pages.ts'
import { linkReads } from './link-reads.ts'
import type { LinksQuery, SearchLinks } from './link-search.ts'
import { replaceLinkTags } from './link-tags.ts'
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
  ...sqlAliases(db, publish, locks),

  async updateOwned(owner, id, changes) {
    const changed = await inTransaction(db, (db) => update(db, locks, owner, id, changes))
    if (changed) publishLink(publish, changed.after)
    return changed
  },

  forgetTombstones: (before) => forgetTombstones(db, locks, before),

  // A trigger stores the number of a deleted link, so that its hits can be removed afterwards.
  deleteOwned: (owner, id, tombstoneAt) =>
    deleted(publish, () =>
      inTransaction(db, (db) =>
        deleteOne(db, locks, tombstoneAt, (link) =>
          link.where('id', '=', id).where('owner', '=', owner).where('disabled_at', 'is', null),
        ),
      ),
    ),

  async setDisabled(namespace, slug, at) {
    const row = await inTransaction(db, async (db) => {
      const key = await setLinkDisabled(db, namespace, slug, at)
      if (key === undefined) return undefined
      return db.selectFrom('links').where('no', '=', key).selectAll('links').select(COMPUTED).executeTakeFirst()
    })
    if (row === undefined) return undefined
    const link = toLink(row)
    publishLink(publish, link)
    return link
  },

  deleteBySlug: (namespace, slug, tombstoneAt) =>
    deleted(publish, () =>
      inTransaction(db, async (db) => {
        const gone = await deleteOne(db, locks, tombstoneAt, (link) =>
          link.where('namespace', '=', namespace).where('slug', '=', slug).where(isThere),
        )
        if (gone) await countOperatorChange(db)
        return gone
      }),
    ),
})

function publishLink(publish: PublishChange, link: Link) {
  for (const slug of [link.slug, ...link.aliases]) publish({ namespace: namespaceOf(link), slug })
}

interface Deleted {
  readonly link: Link
  readonly addresses: readonly Address[]
}

/** The link that `work` deletes; publishes its slugs after the deletion. */
async function deleted(publish: PublishChange, work: () => Promise<Deleted | undefined>): Promise<Link | undefined> {
  const gone = await work()
  for (const address of gone?.addresses ?? []) publish(address)
  return gone?.link
}

async function deleteOne(
  db: Kysely<Schema>,
  locks: RowLocks,
  tombstoneAt: Instant | null | undefined,
  which: (links: LinksQuery) => LinksQuery,
): Promise<Deleted | undefined> {
  const row = await which(db.selectFrom('links'))
    .selectAll('links')
    .select(COMPUTED)
    .modifyEnd(locks.change)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const addresses = await deleteLocked(db, [row], { at: tombstoneAt, formerOwner: row.owner })
  return { link: toLink(row), addresses }
}

/** The changed columns of target and rules: none if the change leaves them as they are, so that no server reads the link again. */
function changedServedColumns(of: OfLinks, before: Link, after: Link) {
  const columns = servedColumns(after)
  if (isDeepStrictEqual(columns, servedColumns(before))) return {}
  const { guarded, ...served } = columns
  return { guarded, ...keepingClosed(of, served) }
}

async function update(
  db: Kysely<Schema>,
  locks: RowLocks,
  owner: UserId,
  id: LinkId,
  changes: LinkChanges,
): Promise<ChangedLink | undefined> {
  const own = db.selectFrom('links').where('id', '=', id).where(isOwnedBy(owner))
  await own.select('no').modifyEnd(locks.change).execute()
  // A separate statement, so that it sees the earlier changes to rows in other tables.
  const row = await own.selectAll('links').select(COMPUTED).executeTakeFirst()
  if (row === undefined) return undefined
  const before = toLink(row)
  if (changedNames(before, changes).length === 0) return { before, after: before }
  const { passwordHash, ...fields } = changes
  const hasPassword = passwordHash === undefined ? before.hasPassword : passwordHash !== null
  const visitsLeft =
    fields.maxVisits === undefined || fields.maxVisits === before.maxVisits
      ? before.visitsLeft
      : await changeVisitLimit(db, row.no, before.maxVisits, fields.maxVisits)
  const after: Link = { ...before, ...fields, hasPassword, visitsLeft }
  if (fields.tags) await replaceLinkTags(db, locks, { owner, tags: fields.tags, no: row.no })
  await db
    .updateTable('links')
    .set((of) => ({
      ...toColumns(changes),
      title_folded: searchedTitle(after.title, after.aliases),
      ...changedServedColumns(of, before, after),
    }))
    .where('no', '=', row.no)
    .execute()
  return { before, after }
}
