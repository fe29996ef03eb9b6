import type { Draft, FormLink } from '../draft/draft.ts'
import type { LinkDefaults } from '../queries.ts'

/** The start of a new link with the defaults. */
export const withDefaults = (link: FormLink, { domain, tags, template }: LinkDefaults): FormLink => ({
  ...link,
  domainId: domain?.id,
  tags,
  utm: template?.utm ?? null,
})

/** The fields that defaults fill, empty. */
export const NO_DEFAULTS: Partial<Draft> = {
  domainId: '',
  tags: '',
  utmSource: '',
  utmMedium: '',
  utmCampaign: '',
  utmTerm: '',
  utmContent: '',
}
