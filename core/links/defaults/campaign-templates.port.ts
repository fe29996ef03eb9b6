import type { CampaignTemplateId, UserId } from '../../kernel/ids.ts'
import type { CampaignTemplate } from './campaign-template.ts'

/** The fields that an owner replaces together. */
export type CampaignTemplateChanges = Pick<CampaignTemplate, 'name' | 'utm'>

/** Campaign templates of accounts. */
export interface CampaignTemplates {
  /** Inserts the template; false, without a change, if its owner has `max` already. */
  insert(template: CampaignTemplate, max: number): Promise<boolean>
  /** Oldest first. */
  list(owner: UserId): Promise<readonly CampaignTemplate[]>
  /** Undefined if the owner has no template with that id. */
  replaceOwned(
    owner: UserId,
    id: CampaignTemplateId,
    changes: CampaignTemplateChanges,
  ): Promise<CampaignTemplate | undefined>
  /** False if the owner has no template with that id. */
  deleteOwned(owner: UserId, id: CampaignTemplateId): Promise<boolean>
}
