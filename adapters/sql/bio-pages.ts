import type { BioLink, BioPage, BioPageId, UserId } from '@shortlink/core'
import type { BioPages } from '@shortlink/core/ports'
import type { ExpressionBuilder, Insertable, Kysely, Selectable } from 'kysely'
import { err, ok, ResultAsync } from 'neverthrow'
import { bioViewsByDay, countBioView } from './bio-views.ts'
import { deleteOwned } from './kit/owned-rows.ts'
import type { Database, Schema } from './schema.ts'
import type { BioLinksTable, BioPagesTable } from './tables/bio.ts'

/** {@link BioPages} over either database. Foreign keys delete links and views with their page. */
export const sqlBioPages = (db: Database): BioPages => ({
  insert: (page) =>
    ResultAsync.fromSafePromise(
      db.write
        .insertInto('bio_pages')
        .values(toPageRow(page))
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning('id')
        .executeTakeFirst(),
    ).andThen((row) => (row ? ok({ ...page, links: [] }) : err({ type: 'slug-taken' as const }))),

  async findBySlug(slug) {
    const row = await db.lookup.selectFrom('bio_pages').where('slug', '=', slug).selectAll().executeTakeFirst()
    return row && withLinks(db.read, row)
  },

  async list(owner) {
    const owned = db.read.selectFrom('bio_pages').where('owner', '=', owner)
    const [rows, links] = await Promise.all([
      owned.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
      inOrder(db.read).where('bio_page', 'in', owned.select('id')).execute(),
    ])
    const byPage = Map.groupBy(links.map(toLink), (link) => link.bioPage)
    return rows.map((row) => toPage(row, byPage.get(row.id as BioPage['id']) ?? []))
  },

  async updateOwned(owner, id, { pictureUrl, colors, ...changes }) {
    const row = await db.write
      .updateTable('bio_pages')
      // Without changes the statement still has to set a column, so it sets one to itself.
      .set((of) => ({
        slug: of.ref('slug'),
        ...changes,
        ...(pictureUrl !== undefined && { picture_url: pictureUrl }),
        ...(colors !== undefined && { colors: toText(colors) }),
      }))
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .executeTakeFirst()
    return row && withLinks(db.read, row)
  },

  deleteOwned: (owner, id) => deleteOwned(db, 'bio_pages', owner, id),

  async lockOwned(owner, id) {
    const row = await lockPage(db, owner, id).executeTakeFirst()
    return row && withLinks(db.read, row)
  },

  countView: (id, day) => countBioView(db, id, day),
  viewsByDay: (owner, id, days) => bioViewsByDay(db, owner, id, days),

  async insertLink(link) {
    await db.write.insertInto('bio_links').values(toLinkRow(link)).execute()
  },

  async updateOwnedLink(owner, id, { order, ...changes }, page) {
    const row = await db.write
      .updateTable('bio_links')
      .set((of) => ({ bio_page: of.ref('bio_page'), ...changes, ...(order === undefined ? {} : { position: order }) }))
      .where('id', '=', id)
      .where(onPageOf(owner, page))
      .returningAll()
      .executeTakeFirst()
    return row && toLink(row)
  },

  async deleteOwnedLink(owner, id, page) {
    const { numDeletedRows } = await db.write
      .deleteFrom('bio_links')
      .where('id', '=', id)
      .where(onPageOf(owner, page))
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0
  },
})

/** An update that changes nothing locks the row in either database. */
const lockPage = (db: Database, owner: UserId, id: string) =>
  db.write
    .updateTable('bio_pages')
    .set((of) => ({ slug: of.ref('slug') }))
    .where('id', '=', id)
    .where('owner', '=', owner)
    .returningAll()

const onPageOf = (owner: UserId, page?: BioPageId) => (of: ExpressionBuilder<Schema, 'bio_links'>) => {
  const pages = of.selectFrom('bio_pages').where('bio_pages.owner', '=', owner).select('bio_pages.id')
  return of('bio_page', 'in', page === undefined ? pages : pages.where('bio_pages.id', '=', page))
}

const inOrder = (db: Kysely<Schema>) =>
  db.selectFrom('bio_links').selectAll().orderBy('position').orderBy('created_at').orderBy('id')

const withLinks = async (db: Kysely<Schema>, row: Selectable<BioPagesTable>): Promise<BioPage> =>
  toPage(row, (await inOrder(db).where('bio_page', '=', row.id).execute()).map(toLink))

const toText = (colors: BioPage['colors']) => colors && JSON.stringify(colors)

const toPageRow = (page: BioPage): Insertable<BioPagesTable> => ({
  id: page.id,
  owner: page.owner,
  slug: page.slug,
  title: page.title,
  text: page.text,
  picture_url: page.pictureUrl,
  theme: page.theme,
  colors: toText(page.colors),
  created_at: page.createdAt,
})

const toPage = (row: Selectable<BioPagesTable>, links: readonly BioLink[]): BioPage => ({
  id: row.id as BioPage['id'],
  owner: row.owner as BioPage['owner'],
  slug: row.slug,
  title: row.title,
  text: row.text,
  pictureUrl: row.picture_url,
  theme: row.theme as BioPage['theme'],
  colors: row.colors === null ? null : (JSON.parse(row.colors) as BioPage['colors']),
  links,
  createdAt: row.created_at,
  views: row.views,
})

const toLinkRow = ({ id, bioPage, label, url, order, createdAt }: BioLink): BioLinksTable => ({
  id,
  bio_page: bioPage,
  label,
  url,
  position: order,
  created_at: createdAt,
})

const toLink = (row: Selectable<BioLinksTable>): BioLink => ({
  id: row.id as BioLink['id'],
  bioPage: row.bio_page as BioLink['bioPage'],
  label: row.label,
  url: row.url,
  order: row.position,
  createdAt: row.created_at,
})
