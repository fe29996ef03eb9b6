import type { Link, LinkId, UserId } from '@shortlink/core'
import { namespaceOf, OWN_HOST, type PublishChange } from '@shortlink/core/adapter'
import type { Links } from '@shortlink/core/ports'
import type { Kysely, Selectable } from 'kysely'
import { err, ok, ResultAsync } from 'neverthrow'
import type { RowLocks } from '../kit/row-locks.ts'
import { inTransaction } from '../kit/transaction.ts'
import { COMPUTED } from '../rows/computed-columns.ts'
import { insertEmptyRows } from '../rows/empty-rows.ts'
import { freeSlugs, isOwnedBy } from '../rows/leaving.ts'
import { searchedTitle, toLink } from '../rows/link-rows.ts'
import { leaveTombstones } from '../rows/tombstones.ts'
import type { Database, Schema } from '../schema.ts'
import type { LinksTable } from '../tables/links.ts'

type Addition = Awaited<ReturnType<Links['addAlias']>>

/** The changes of aliases in {@link Links}. An alias is a row without owner, target and rules that names the link by its number. */
export const sqlAliases = (
  db: Database,
  publish: PublishChange,
  locks: RowLocks,
): Pick<Links, 'addAlias' | 'removeAlias'> => ({
  addAlias: (owner, id, { slug, at, max }) =>
    new ResultAsync(
      inTransaction(db, async (db): Promise<Addition> => {
        const link = await lockOwned(db, locks, owner, id)
        if (link === undefined) return err({ type: 'not-found', what: 'Shortlink' })
        const aliases = await aliasesOf(db, link)
        if (aliases.length >= max) return err({ type: 'too-many-aliases' })
        if (!(await insertOrFree(db, link, slug, at))) return err({ type: 'slug-taken' })
        return ok(await changed(db, link, [...aliases, slug], at))
      }),
    ).map((link) => {
      publish({ namespace: namespaceOf(link), slug })
      return link
    }),

  async removeAlias(owner, id, { slug, at }, tombstoneAt) {
    const after = await inTransaction(db, async (db) => {
      const link = await lockOwned(db, locks, owner, id)
      // Removing it would make the slug of a link available again that an operator disabled.
      if (link === undefined || link.disabled_at !== null) return undefined
      const { numDeletedRows } = await db
        .deleteFrom('links')
        .where('namespace', '=', link.namespace)
        .where('slug', '=', slug)
        .where('alias_of', '=', link.no)
        .executeTakeFirstOrThrow()
      if (numDeletedRows === 0n) return undefined
      if (link.namespace === OWN_HOST) await leaveTombstones(db, { at: tombstoneAt, formerOwner: owner }, [slug])
      return changed(db, link, await aliasesOf(db, link), at)
    })
    if (after) publish({ namespace: namespaceOf(after), slug })
    return after
  },
})

type LockedLink = Pick<Selectable<LinksTable>, 'no' | 'namespace' | 'hostname' | 'title' | 'owner' | 'disabled_at'>

/** Aliases of a link change one after the other. */
const lockOwned = (db: Kysely<Schema>, locks: RowLocks, owner: UserId, id: LinkId): Promise<LockedLink | undefined> =>
  db
    .selectFrom('links')
    .where('id', '=', id)
    .where(isOwnedBy(owner))
    .select(['no', 'namespace', 'hostname', 'title', 'owner', 'disabled_at'])
    .modifyEnd(locks.change)
    .executeTakeFirst()

async function aliasesOf(db: Kysely<Schema>, { no }: LockedLink): Promise<string[]> {
  const rows = await db.selectFrom('links').where('alias_of', '=', no).select('slug').orderBy('no').execute()
  return rows.map(({ slug }) => slug)
}

async function insertOrFree(db: Kysely<Schema>, link: LockedLink, slug: string, at: number): Promise<boolean> {
  if (await insertUnlessTaken(db, link, slug, at)) return true
  const wanted = { hostname: link.hostname, slug, owner: link.owner as Link['owner'] }
  return (await freeSlugs(db, [wanted])) && insertUnlessTaken(db, link, slug, at)
}

const insertUnlessTaken = async (
  db: Kysely<Schema>,
  { no, namespace, hostname }: LockedLink,
  slug: string,
  at: number,
): Promise<boolean> =>
  (await insertEmptyRows(
    db,
    { hostname, namespace, alias_of: no, deleted_at: null, former_owner: null },
    [slug],
    at,
  )) === 1

/** The link with these aliases; lookups find it by them from now on. */
async function changed(db: Kysely<Schema>, { no, title }: LockedLink, aliases: readonly string[], at: number) {
  const row = await db
    .updateTable('links')
    .set({ title_folded: searchedTitle(title, aliases), updated_at: at })
    .where('no', '=', no)
    .returningAll()
    .returning(COMPUTED)
    .executeTakeFirstOrThrow()
  return toLink(row)
}
