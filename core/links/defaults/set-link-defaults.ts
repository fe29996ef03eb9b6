import { err, ok, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { CampaignTemplateId, DomainId, QrStyleId } from '../../kernel/ids.ts'
import { id, withDefault } from '../../kernel/input.ts'
import { tagList } from '../../tags/tag-input.ts'
import { TAG_LENGTH, TAGS_PER_LINK } from '../../tags/tag-name.ts'
import { defineUseCase } from '../../use-case.ts'

/** The records that defaults refer to. */
const REFERENCES = { domainId: 'Domain', campaignTemplateId: 'Campaign template', qrStyleId: 'QR style' } as const
const REFERENCE_NAMES = Object.keys(REFERENCES) as (keyof typeof REFERENCES)[]

/** Replaces the caller's defaults for new links. */
export const setLinkDefaults = defineUseCase({
  name: 'setLinkDefaults',
  access: 'user',
  scope: 'links:write',
  input: z.object({
    domainId: withDefault(id<DomainId>('domainId').nullable(), null).describe(
      "The id of the caller's custom domain; null for the service's own host.",
    ),
    tags: withDefault(tagList, []).describe(
      `Names of tags, at most ${TAGS_PER_LINK}, each at most ${TAG_LENGTH} characters.`,
    ),
    campaignTemplateId: withDefault(id<CampaignTemplateId>('campaignTemplateId').nullable(), null).describe(
      'The id of a campaign template; null for none.',
    ),
    qrStyleId: withDefault(id<QrStyleId>('qrStyleId').nullable(), null).describe(
      'The id of a saved QR style; null for plain codes.',
    ),
  }),
  run: ({ store }, { owner }, given) =>
    ResultAsync.fromSafePromise(store.linkDefaults.set(owner, given)).andThen((stored) => {
      // The store omits records that the owner does not have.
      const missing = REFERENCE_NAMES.find((name) => stored[name] !== given[name])
      return missing === undefined ? ok(stored) : err({ type: 'not-found' as const, what: REFERENCES[missing] })
    }),
  audit: () => [{ kind: 'ACCOUNT', changed: ['domainId', 'tags', 'campaignTemplateId', 'qrStyleId'] }],
})
