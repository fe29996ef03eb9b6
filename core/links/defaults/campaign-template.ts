import type { Instant } from '../../kernel/caller.ts'
import type { CampaignTemplateId, UserId } from '../../kernel/ids.ts'
import type { Utm } from '../link-options.ts'

/** Most campaign templates of an account. */
export const CAMPAIGN_TEMPLATES_PER_ACCOUNT = 50

/** Campaign parameters under a name, to fill the form of a new link. Links keep a copy of the parameters. */
export interface CampaignTemplate {
  readonly id: CampaignTemplateId
  readonly owner: UserId
  readonly name: string
  readonly utm: Utm
  readonly createdAt: Instant
}
