import { LINK_OPTIONS, mapOptions, NEW_OPTION_NAMES, OPTION_NAMES, type OptionName } from '@shortlink/core'

const OBJECTS: Readonly<Partial<Record<OptionName, { readonly input: string; readonly output: string }>>> = {
  utm: { input: 'UtmInput', output: 'Utm' },
  preview: { input: 'PreviewInput', output: 'LinkPreview' },
}
const TYPES = {
  text: 'String',
  time: 'DateTime',
  integer: 'Int',
  flag: 'Boolean',
  texts: '[String!]',
  object: 'String',
}

const typeOf = (name: OptionName, use: 'input' | 'output') => OBJECTS[name]?.[use] ?? TYPES[LINK_OPTIONS[name].kind]

/** GraphQL's types of the options of links that creation and update take alike; no option is required. */
export const LINK_OPTION_TYPES = {
  ...mapOptions(NEW_OPTION_NAMES, (name) => typeOf(name, 'input').replace('DateTime', 'String')),
  password: 'String',
}

/** The fields of `Shortlink` for the options. */
export const LINK_OPTION_FIELDS = OPTION_NAMES.map((name) => {
  const { byDefault, description } = LINK_OPTIONS[name]
  return `${JSON.stringify(description)}\n${name}: ${typeOf(name, 'output')}${byDefault === null ? '' : '!'}`
}).join('\n')

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
