import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { returnsRecord } from '../../audit/changes.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
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
    return ResultAsync.fromSafePromise(
      store.campaignTemplates.insert(template, CAMPAIGN_TEMPLATES_PER_ACCOUNT),
    ).andThen((isRoom) => (isRoom ? ok(template) : err(FULL)))
  },
  audit: returnsRecord('CAMPAIGN_TEMPLATE'),
})

const FULL: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: '',
  message: `An account can have at most ${CAMPAIGN_TEMPLATES_PER_ACCOUNT} campaign templates; delete one first`,
}
