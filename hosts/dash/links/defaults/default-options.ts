import type { Draft, FormLink } from '../draft/draft.ts'
import type { LinkDefaults, NewLink } from '../queries.ts'

/** The options that a new link gets from the defaults. */
export const defaultOptions = ({
  domain,
  tags,
  template,
}: LinkDefaults): Pick<NewLink, 'domainId' | 'tags' | 'utm'> => ({
  ...(domain && { domainId: domain.id }),
  ...(tags.length > 0 && { tags }),
  ...(template && { utm: template.utm }),
})

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
