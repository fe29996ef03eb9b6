import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { CampaignTemplateId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { campaignTemplateInput } from './template-input.ts'

/** Replaces the name and all parameters of a campaign template. No link changes. */
export const replaceCampaignTemplate = defineUseCase({
  name: 'replaceCampaignTemplate',
  access: 'user',
  scope: 'links:write',
  input: z.object({ id: id<CampaignTemplateId>().describe("The template's id."), ...campaignTemplateInput }),
  run: ({ store }, { owner }, { id, ...fields }) =>
    found(store.campaignTemplates.replaceOwned(owner, id, fields), 'Campaign template'),
  audit: namesInput('CAMPAIGN_TEMPLATE'),
})
