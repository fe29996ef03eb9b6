import { z } from 'zod'
import { namesInput } from '../../audit/changes.ts'
import { found } from '../../kernel/found.ts'
import type { CampaignTemplateId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'

/** Deletes a campaign template. No link changes. */
export const deleteCampaignTemplate = defineUseCase({
  name: 'deleteCampaignTemplate',
  access: 'user',
  scope: 'links:write',
  input: z.object({ id: id<CampaignTemplateId>().describe("The template's id.") }),
  run: ({ store }, { owner }, { id }) => found(store.campaignTemplates.deleteOwned(owner, id), 'Campaign template'),
  audit: namesInput('CAMPAIGN_TEMPLATE'),
})
