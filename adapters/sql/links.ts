import {
  fold,
  type Link,
  type LinkChanges,
  type LinkOutline,
  type Links,
  namespaceOf,
  type Position,
} from '@shortlink/core'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { err, ok, ResultAsync } from 'neverthrow'
import { deleteVisits } from './delete-visits.ts'
import type { PublishChange } from './link-change-emitter.ts'
import type { Database, LinksTable, Schema } from './schema.ts'
import { noteOperatorChange, ownerDisabledAt, setLinkDisabled } from './takedown.ts'
import { inTransaction } from './transaction.ts'

/** Links over either database. `note` is told of every change that a visitor can notice. */
export const sqlLinks = (db: Database, note: PublishChange): Links => ({
  insert: (link) =>
    ResultAsync.fromSafePromise(
      db.write
        .insertInto('links')
        .values(toRow(link))
        .onConflict((conflict) => conflict.columns(['namespace', 'slug']).doNothing())
        .returning('no')
        .executeTakeFirst(),
    ).andThen((row) => {
      if (row === undefined) return err({ type: 'slug-taken' as const })
      note({ namespace: namespaceOf(link), slug: link.slug })
      return ok(link)
    }),

  async findBySlug(namespace, slug) {
    const row = await db.point
      .selectFrom('links')
      .where('namespace', '=', namespace)
      .where('slug', '=', slug)
      .selectAll('links')
      .select([hitCount, ownerDisabledAt])
      .executeTakeFirst()
    return row && toLink(row)
  },

  async findOwned(owner, id) {
    const row = await db.point
      .selectFrom('links')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .selectAll('links')
      .select(hitCount)
      .executeTakeFirst()
    return row && toLink(row)
  },

  async list(owner, { skip, take, search }) {
    const matching = db.read
      .selectFrom('links')
      .where('owner', '=', owner)
      .$if(search !== undefined, (query) => query.where(matches(search ?? '')))
    const rows = await matching
      .select(OUTLINE)
      .select(hitCount)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(take)
      .offset(skip)
      .execute()
    const items = rows.map(toOutline)
    // A last page tells how many there are, and a search that finds little has looked at every link by then.
    const isLastPage = rows.length < take && (rows.length > 0 || skip === 0)
    if (isLastPage) return { items, totalCount: skip + rows.length }
    const { count } = await matching.select((of) => of.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
    return { items, totalCount: count }
  },

  async listAfter(owner, take, place) {
    const rows = await after(db, owner, take, place).selectAll('links').execute()
    return rows.map(toLink)
  },

  async outlinesAfter(owner, take, place) {
    const rows = await after(db, owner, take, place).select(OUTLINE).execute()
    return rows.map(toOutline)
  },

  async updateOwned(owner, id, changes) {
    const row = await db.write
      .updateTable('links')
      // A column set to itself lets one statement answer when there is nothing to change, too.
      .set((of) => ({ created_at: of.ref('created_at'), ...toColumns(changes), ...whereItIs(of, changes) }))
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .returning(hitCount)
      .executeTakeFirst()
    if (row === undefined) return undefined
    note({ namespace: row.namespace, slug: row.slug })
    return toLink(row)
  },

  async deleteOwned(owner, id) {
    const row = await inTransaction(db, async (db) => {
      const row = await db
        .deleteFrom('links')
        .where('id', '=', id)
        .where('owner', '=', owner)
        .where('links.disabled_at', 'is', null)
        .returningAll()
        .returning(hitCount)
        .executeTakeFirst()
      if (row) await deleteVisits(db, [row.no])
      return row
    })
    if (row === undefined) return undefined
    note({ namespace: row.namespace, slug: row.slug })
    return toLink(row)
  },

  async setDisabled(namespace, slug, at) {
    const row = await inTransaction(db, async (db) => {
      const no = await setLinkDisabled(db, namespace, slug, at)
      if (no === undefined) return undefined
      return db.selectFrom('links').where('no', '=', no).selectAll('links').select(hitCount).executeTakeFirst()
    })
    if (row) note({ namespace, slug })
    return row && toLink(row)
  },

  async deleteBySlug(namespace, slug) {
    const row = await inTransaction(db, async (db) => {
      const row = await db
        .deleteFrom('links')
        .where('namespace', '=', namespace)
        .where('slug', '=', slug)
        .returningAll()
        .returning(hitCount)
        .executeTakeFirst()
      if (row === undefined) return undefined
      await deleteVisits(db, [row.no])
      await noteOperatorChange(db)
      return row
    })
    if (row) note({ namespace, slug })
    return row && toLink(row)
  },

  async totals(owner, top) {
    const owned = db.read.selectFrom('links').where('owner', '=', owner)
    const [sums, topLinks] = await Promise.all([
      owned
        .select((of) => [
          of.fn.countAll<number>().as('totalLinks'),
          // A sum over bigint is a decimal in Postgres.
          of
            .cast<number>(of.fn.coalesce(of.fn.sum<number>('enable_tracking'), sql.lit(0)), 'bigint')
            .as('trackedLinks'),
          of.cast<number>(of.fn.coalesce(of.fn.sum<number>(hits), sql.lit(0)), 'bigint').as('totalClicks'),
        ])
        .executeTakeFirstOrThrow(),
      owned
        .selectAll('links')
        .select(hitCount)
        .orderBy('hit_count', 'desc')
        .orderBy('created_at')
        .orderBy('id')
        .limit(top)
        .execute(),
    ])
    return { ...sums, topLinks: topLinks.map(toLink) }
  },
})

/** An owner's links in the order of a list, from a place on. */
const after = (db: Database, owner: string, take: number, place?: Position) =>
  db.read
    .selectFrom('links')
    .where('owner', '=', owner)
    .$if(place !== undefined, (query) =>
      query.where((of) => of(of.refTuple('created_at', 'id'), '<', of.tuple(place?.createdAt ?? 0, place?.id ?? ''))),
    )
    .select(hitCount)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(take)

const OUTLINE = [
  'links.id',
  'links.hostname',
  'links.slug',
  'links.target',
  'links.title',
  'links.owner',
  'links.enable_tracking',
  'links.created_at',
  'links.disabled_at',
  'links.guarded_target',
] as const

/** Hits are counted in a table of their own: writing a link's whole row for each would cost most of what recording hits does. */
const hits = sql<number>`links.earlier_hits + coalesce((select hits from link_hits where link_no = links.no), 0)`
const hitCount = hits.as('hit_count')

function matches(search: string) {
  const pattern = `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`
  return (of: ExpressionBuilder<Schema, 'links'>) =>
    of.or(
      (['slug_folded', 'target_folded', 'title_folded'] as const).map(
        (column) => sql<boolean>`${of.ref(column)} like ${pattern} escape '\\'`,
      ),
    )
}

const toRow = ({ id, hostname, slug, owner, hitCount, createdAt, disabled: _, ...rest }: Link) => ({
  id,
  hostname,
  namespace: namespaceOf({ hostname, owner }),
  slug,
  slug_folded: fold(slug),
  owner,
  earlier_hits: hitCount,
  created_at: createdAt,
  ...toColumns(rest),
})

const columns = {
  target: (target: string) => ({ target, target_folded: fold(target) }),
  title: (title: string | null) => ({ title, title_folded: title && fold(title) }),
  enableTracking: (enabled: boolean) => ({ enable_tracking: Number(enabled) }),
  rules: (rules: Link['rules']) => ({ rules: JSON.stringify(rules) }),
}

function toColumns<Changes extends LinkChanges>({ target, title, enableTracking, rules }: Changes) {
  return {
    ...(target !== undefined && columns.target(target)),
    ...(title !== undefined && columns.title(title)),
    ...(enableTracking !== undefined && columns.enableTracking(enableTracking)),
    ...(rules !== undefined && columns.rules(rules)),
  } as Required<Changes> extends Changes ? Row : Partial<Row>
}
/** A closed link takes a new target or new rules where it keeps them, and stays closed. */
const whereItIs = (of: ExpressionBuilder<Schema, 'links'>, { target, rules }: LinkChanges) => ({
  ...(target !== undefined && guarded(of, 'target', target)),
  ...(rules !== undefined && guarded(of, 'rules', JSON.stringify(rules))),
})

const guarded = (of: ExpressionBuilder<Schema, 'links'>, column: 'target' | 'rules', value: string) => ({
  [column]: of.case().when(`guarded_${column}`, 'is', null).then(value).else(of.ref(column)).end(),
  [`guarded_${column}`]: of.case().when(`guarded_${column}`, 'is', null).then(null).else(value).end(),
})

type Row = Pick<LinksTable, 'target' | 'target_folded' | 'title' | 'title_folded' | 'enable_tracking' | 'rules'>

export type LinkRow = Selectable<LinksTable> & {
  readonly hit_count: number
  /** Read for visitors alone: a disabled owner asks nothing. */
  readonly owner_disabled_at?: number | null
}

type OutlineRow = Pick<
  LinkRow,
  | 'id'
  | 'hostname'
  | 'slug'
  | 'target'
  | 'title'
  | 'owner'
  | 'enable_tracking'
  | 'hit_count'
  | 'created_at'
  | 'disabled_at'
  | 'guarded_target'
  | 'owner_disabled_at'
>

/** The link that a row holds. */
export const toLink = (row: LinkRow): Link => ({
  ...toOutline(row),
  rules: JSON.parse(row.guarded_rules ?? row.rules),
})

const toOutline = (row: OutlineRow): LinkOutline => ({
  id: row.id as Link['id'],
  hostname: row.hostname,
  slug: row.slug,
  target: row.guarded_target ?? row.target,
  title: row.title,
  owner: row.owner as Link['owner'],
  enableTracking: row.enable_tracking === 1,
  hitCount: row.hit_count,
  createdAt: row.created_at,
  disabled: row.disabled_at !== null || (row.owner_disabled_at ?? null) !== null,
})
