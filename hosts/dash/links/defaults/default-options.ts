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
