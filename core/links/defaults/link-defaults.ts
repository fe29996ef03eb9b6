import type { CampaignTemplateId, DomainId, QrStyleId } from '../../kernel/ids.ts'

/** Values that the dashboard's form of a new link starts with. The API does not apply them. */
export interface LinkDefaults {
  /** Null for the service's own host. */
  readonly domainId: DomainId | null
  readonly tags: readonly string[]
  readonly campaignTemplateId: CampaignTemplateId | null
  /** Null for plain codes. */
  readonly qrStyleId: QrStyleId | null
}

/** The defaults of an account that has set none. */
export const NO_LINK_DEFAULTS: LinkDefaults = { domainId: null, tags: [], campaignTemplateId: null, qrStyleId: null }
