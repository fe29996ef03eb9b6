import type { Link, UserId } from '@shortlink/core'
import { fold, namespaceOf, type PublishChange } from '@shortlink/core/adapter'
import type { LinkChanges, Links } from '@shortlink/core/ports'
import { type ExpressionBuilder, sql } from 'kysely'
import { sqlLinks as present } from '../../../adapters/sql/links/links.ts'
import type { Database, Schema } from '../../../adapters/sql/schema.ts'
import { aLink } from '../a-link.ts'

/** The current links, with the statements of version 0.1.0 for visitors and owners. */
export const sqlLinks: typeof present = (db, publish, ...others) => ({
  ...present(db, publish, ...others),
  ...linksOfBefore(db, publish),
})

const isThere = sql<boolean>`not exists (select 1 from deleted_accounts where deleted_accounts.id = links.owner)`
const hitCount =
  sql<number>`links.earlier_hits + coalesce((select hits from link_hits where link_no = links.no), 0)`.as('hit_count')

const linksOfBefore = (
  db: Database,
  publish: PublishChange,
): Pick<Links, 'findBySlug' | 'findOwned' | 'updateOwned' | 'deleteOwned'> => ({
  async findBySlug(namespace, slug) {
    const row = await db.lookup
      .selectFrom('links')
      .where('namespace', '=', namespace)
      .where('slug', '=', slug)
      .where(isThere)
      .selectAll('links')
      .select(hitCount)
      .executeTakeFirst()
    return row && toLink(row)
  },

  async findOwned(owner, id) {
    const row = await db.lookup
      .selectFrom('links')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .selectAll('links')
      .select(hitCount)
      .executeTakeFirst()
    return row && toLink(row)
  },

  async updateOwned(owner, id, changes) {
    const row = await db.write
      .updateTable('links')
      .set((of) => ({ created_at: of.ref('created_at'), ...toColumns(changes), ...keepingClosed(of, changes) }))
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .returning(hitCount)
      .executeTakeFirst()
    return row && { before: published(publish, toLink(row)), after: toLink(row) }
  },

  async deleteOwned(owner, id) {
    const row = await db.write
      .deleteFrom('links')
      .where('id', '=', id)
      .where('owner', '=', owner)
      .where('links.disabled_at', 'is', null)
      .returningAll()
      .returning(hitCount)
      .executeTakeFirst()
    return row && published(publish, toLink(row))
  },
})

function published(publish: PublishChange, link: Link): Link {
  publish({ namespace: namespaceOf(link), slug: link.slug })
  return link
}

interface Row {
  readonly id: string
  readonly hostname: string
  readonly slug: string
  readonly target: string
  readonly title: string | null
  readonly owner: string | null
  readonly enable_tracking: number
  readonly rules: string
  readonly created_at: number
  readonly disabled_at: number | null
  readonly guarded_target: string | null
  readonly guarded_rules: string | null
  readonly hit_count: number
}

/** Returns a link with only the fields that version 0.1.0 reads. */
const toLink = (row: Row): Link =>
  aLink({
    id: row.id as Link['id'],
    hostname: row.hostname,
    slug: row.slug,
    target: row.guarded_target ?? row.target,
    title: row.title,
    owner: row.owner as UserId | null,
    enableTracking: row.enable_tracking === 1,
    rules: JSON.parse(row.guarded_rules ?? row.rules),
    hitCount: row.hit_count,
    createdAt: row.created_at,
    disabled: row.disabled_at !== null,
  })

const toColumns = ({ target, title, enableTracking, rules }: LinkChanges) => ({
  ...(target !== undefined && { target, target_folded: fold(target) }),
  ...(title !== undefined && { title, title_folded: title && fold(title) }),
  ...(enableTracking !== undefined && { enable_tracking: Number(enableTracking) }),
  ...(rules !== undefined && { rules: JSON.stringify(rules) }),
})

type OfLinks = ExpressionBuilder<Schema, 'links'>

const keepingClosed = (of: OfLinks, { target, rules }: LinkChanges) => ({
  ...(target !== undefined && guarded(of, 'target', target)),
  ...(rules !== undefined && guarded(of, 'rules', JSON.stringify(rules))),
})

const guarded = (of: OfLinks, column: 'target' | 'rules', value: string) => ({
  [column]: of.case().when(`guarded_${column}`, 'is', null).then(value).else(of.ref(column)).end(),
  [`guarded_${column}`]: of.case().when(`guarded_${column}`, 'is', null).then(null).else(value).end(),
})
