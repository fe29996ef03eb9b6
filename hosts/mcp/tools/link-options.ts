import { LINK_OPTIONS, NEW_OPTION_NAMES, type NewOption } from '@shortlink/core'

/** The optional fields of a link, which create_shortlink and the items of update_shortlinks share. */
export const OPTION_ARGUMENTS = ['title', 'password', ...NEW_OPTION_NAMES] as const

/** Short descriptions of them, where the name and the schema do not say enough. */
export const OPTION_WORDS: Readonly<Record<string, string>> = {
  title: 'Display title.',
  startsAt: 'When the link becomes active, with a time zone.',
  expiresAt: 'When the link expires.',
  fallbackTarget: 'Target while the link is inactive.',
  maxVisits: 'Visit limit.',
  password: 'Visitors must enter it.',
  redirectStatus: 'HTTP status; temporary by default.',
  forwardQuery: "Append the visitor's query.",
  forwardPath: 'Append the path after the slug.',
  utm: 'Campaign.',
  tags: 'Labels to group links.',
  note: 'Private note.',
  externalId: "A record's key elsewhere.",
  preview: 'Preview on social networks.',
  'utm.source': 'utm_source.',
  'utm.medium': 'utm_medium.',
  'utm.campaign': 'utm_campaign.',
  'utm.term': 'utm_term.',
  'utm.content': 'utm_content.',
  'preview.title': 'Title.',
  'preview.description': 'Text.',
  'preview.image': 'https URL.',
}

/** Options that null removes. The others have explicit values for none. */
export const CLEARABLE = [
  ...(['title', 'password'] as const),
  ...NEW_OPTION_NAMES.filter((name): name is NewOption => LINK_OPTIONS[name].byDefault === null),
]

/** Descriptions of the options in updates, which refer to create_shortlink. */
export const UPDATE_WORDS: Readonly<Record<string, string>> = {
  title: 'New title.',
  startsAt: 'New start.',
  expiresAt: 'New expiration.',
  fallbackTarget: 'New fallback.',
  maxVisits: 'New limit.',
  password: 'New password.',
  redirectStatus: 'New status.',
  forwardQuery: 'As in create_shortlink.',
  forwardPath: 'As in create_shortlink.',
  utm: 'Replaces all of utm.',
  tags: 'Replaces all tags.',
  note: 'New note.',
  externalId: 'New key.',
  preview: 'Replaces the whole preview.',
}
