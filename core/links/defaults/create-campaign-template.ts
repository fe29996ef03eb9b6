import { z } from 'zod'
import { returnsRecord } from '../../audit/changes.ts'
import { inserted } from '../../kernel/found.ts'
import { defineUseCase } from '../../use-case.ts'
import { CAMPAIGN_TEMPLATES_PER_ACCOUNT, type CampaignTemplate } from './campaign-template.ts'
import { campaignTemplateInput } from './template-input.ts'

/** Saves campaign parameters under a name. */
export const createCampaignTemplate = defineUseCase({
  name: 'createCampaignTemplate',
  access: 'user',
  scope: 'links:write',
  demand: 'creates',
  input: z.object(campaignTemplateInput),
  run({ store, ids, clock }, { owner }, fields) {
    const template: CampaignTemplate = { id: ids.campaignTemplate(), owner, ...fields, createdAt: clock.now() }
    const max = CAMPAIGN_TEMPLATES_PER_ACCOUNT
    return inserted(store.campaignTemplates.insert(template, max), template, max, 'campaign templates')
  },
  audit: returnsRecord('CAMPAIGN_TEMPLATE'),
})
