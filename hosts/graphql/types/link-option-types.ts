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
  externalId: 'String',
  preview: 'PreviewInput',
} as const

/** The same of the arguments of a new link; `shortlink` is core's `slug`. */
export const NEW_LINK_TYPES = {
  slug: 'shortlink: String',
  title: 'String',
  enableTracking: 'Boolean',
  domainId: 'String',
  rules: '[LinkRuleInput!]',
  ...LINK_OPTION_TYPES,
  reuse: 'Boolean',
} as const

/** The same of a list of links. */
export const LINK_LIST_TYPES = {
  skip: 'Int',
  take: 'Int',
  after: 'ID',
  search: 'String',
  tags: '[String!]',
  status: 'LinkStatus',
  archived: 'Boolean = false',
  withoutTags: '[String!]',
  createdFrom: 'String',
  createdTo: 'String',
  hasRules: 'Boolean',
  hasPassword: 'Boolean',
  hasLimit: 'Boolean',
  hasCampaign: 'Boolean',
  domainId: 'ID',
  sort: 'LinkSort = NEWEST',
} as const
