import type { CampaignTemplateId, DomainId, LinkDefaults, QrStyleId } from '@shortlink/core'
import { NO_LINK_DEFAULTS } from '@shortlink/core/adapter'
import type { LinkDefaultsStore } from '@shortlink/core/ports'
import type { Database } from '../schema.ts'

/** {@link LinkDefaultsStore} over either database. */
export const sqlLinkDefaults = (db: Database): LinkDefaultsStore => ({
  find: (owner) => find(db.read, owner),

  async set(owner, { domainId, tags, campaignTemplateId, qrStyleId }) {
    const values = {
      domain_id: domainId,
      tags: JSON.stringify(tags),
      campaign_template_id: campaignTemplateId,
      qr_style_id: qrStyleId,
    }
    await db.write
      .insertInto('link_defaults')
      .values({ owner, ...values })
      .onConflict((conflict) => conflict.column('owner').doUpdateSet(values))
      .execute()
    return find(db.write, owner)
  },
})

/** The joins omit records that the owner has deleted since. */
async function find(db: Database['read'], owner: string): Promise<LinkDefaults> {
  const row = await db
    .selectFrom('link_defaults as defaults')
    .leftJoin('domains', (join) =>
      join.onRef('domains.id', '=', 'defaults.domain_id').onRef('domains.owner', '=', 'defaults.owner'),
    )
    .leftJoin('campaign_templates as templates', (join) =>
      join.onRef('templates.id', '=', 'defaults.campaign_template_id').onRef('templates.owner', '=', 'defaults.owner'),
    )
    .leftJoin('qr_styles as styles', (join) =>
      join.onRef('styles.id', '=', 'defaults.qr_style_id').onRef('styles.owner', '=', 'defaults.owner'),
    )
    .where('defaults.owner', '=', owner)
    .select(['defaults.tags', 'domains.id as domain', 'templates.id as template', 'styles.id as style'])
    .executeTakeFirst()
  if (row === undefined) return NO_LINK_DEFAULTS
  return {
    domainId: row.domain as DomainId | null,
    tags: JSON.parse(row.tags) as string[],
    campaignTemplateId: row.template as CampaignTemplateId | null,
    qrStyleId: row.style as QrStyleId | null,
  }
}
