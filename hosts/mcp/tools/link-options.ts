/** The optional fields of a link, which create_shortlink and the items of update_shortlinks share. */
export const LINK_OPTIONS = [
  ...(['title', 'startsAt', 'expiresAt', 'fallbackTarget', 'maxVisits', 'password', 'redirectStatus'] as const),
  ...(['forwardQuery', 'forwardPath', 'utm', 'tags', 'note', 'externalId', 'preview'] as const),
]

/** Option members with self-explanatory names. */
const MEMBERS = [
  ...['utm.source', 'utm.medium', 'utm.campaign', 'utm.term', 'utm.content'],
  ...['preview.title', 'preview.description', 'preview.image'],
]

/** Short descriptions of them, where the name and the schema do not say enough. */
export const OPTION_WORDS: Readonly<Record<string, string>> = {
  title: 'Display title.',
  startsAt: 'When the link becomes active, with a time zone.',
  expiresAt: 'When the link expires.',
  fallbackTarget: 'Where visitors go while the link is inactive.',
  maxVisits: 'Visit limit.',
  password: 'Visitors must enter it.',
  redirectStatus: 'HTTP status of the redirect; temporary by default.',
  forwardQuery: "Appends the visitor's query string to the target.",
  forwardPath: 'Appends the path after the slug to the target.',
  utm: 'Campaign parameters.',
  tags: 'Labels to group links.',
  note: 'Private note.',
  externalId: "A record's key elsewhere.",
  preview: 'Preview on social networks; image is an https URL.',
  ...Object.fromEntries(MEMBERS.map((path) => [path, ''])),
}

/** Options that null removes. The others have explicit values for none. */
export const REMOVED_BY_NULL: readonly string[] = [
  ...[
    'title',
    'startsAt',
    'expiresAt',
    'fallbackTarget',
    'maxVisits',
    'password',
    'utm',
    'note',
    'externalId',
    'preview',
  ],
]
