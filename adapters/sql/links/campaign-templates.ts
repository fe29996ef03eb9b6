import type { CampaignTemplate, CampaignTemplateId, UserId } from '@shortlink/core'
import type { CampaignTemplates } from '@shortlink/core/ports'
import type { Selectable } from 'kysely'
import { deleteOwned, insertWithin } from '../kit/owned-rows.ts'
import type { Database } from '../schema.ts'
import type { CampaignTemplatesTable } from '../tables/link-defaults.ts'

/** {@link CampaignTemplates} over either database. */
export const sqlCampaignTemplates = (db: Database): CampaignTemplates => ({
  insert: ({ createdAt, utm, ...template }, max) =>
    insertWithin(db, 'campaign_templates', { ...template, utm: JSON.stringify(utm), created_at: createdAt }, max),

  async list(owner) {
    const rows = db.read.selectFrom('campaign_templates').where('owner', '=', owner).selectAll()
    return (await rows.orderBy('created_at').orderBy('id').execute()).map(toTemplate)
  },

  async replaceOwned(owner, id, { name, utm }) {
    const row = await db.write
      .updateTable('campaign_templates')
      .set({ name, utm: JSON.stringify(utm) })
      .where('id', '=', id)
      .where('owner', '=', owner)
      .returningAll()
      .executeTakeFirst()
    return row && toTemplate(row)
  },

  deleteOwned: (owner, id) => deleteOwned(db, 'campaign_templates', owner, id),
})

const toTemplate = (row: Selectable<CampaignTemplatesTable>): CampaignTemplate => ({
  id: row.id as CampaignTemplateId,
  owner: row.owner as UserId,
  name: row.name,
  utm: JSON.parse(row.utm) as CampaignTemplate['utm'],
  createdAt: row.created_at,
})
