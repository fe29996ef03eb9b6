import type { CampaignTemplates } from '@shortlink/core/ports'
import { ownedRecords } from '../owned-records.ts'
import type { Call } from '../scope.ts'
import type { Tables } from '../tables.ts'

/** {@link CampaignTemplates} in memory. */
export function memoryCampaignTemplates(call: Call, { campaignTemplates }: Tables): CampaignTemplates {
  const { updateOwned: replaceOwned, ...others } = ownedRecords(call, campaignTemplates)
  return { replaceOwned, ...others }
}
