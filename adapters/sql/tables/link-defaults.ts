/** Campaign parameters under a name. */
export interface CampaignTemplatesTable {
  id: string
  owner: string
  name: string
  /** JSON. */
  utm: string
  created_at: number
}

/** The defaults of an account for new links. The records may have been deleted since. */
export interface LinkDefaultsTable {
  owner: string
  domain_id: string | null
  /** Names of tags as JSON. */
  tags: string
  campaign_template_id: string | null
  qr_style_id: string | null
}
