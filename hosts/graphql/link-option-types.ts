/** GraphQL's types of the options of links that creation and update take alike; no option is required. */
export const LINK_OPTION_TYPES = {
  startsAt: 'String',
  expiresAt: 'String',
  fallbackTarget: 'String',
  maxVisits: 'Int',
  password: 'String',
  redirectStatus: 'Int',
  forwardQuery: 'Boolean',
  forwardPath: 'Boolean',
  utm: 'UtmInput',
  tags: '[String!]',
  note: 'String',
  preview: 'PreviewInput',
} as const
