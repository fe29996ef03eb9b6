/** The optional fields of a link, which create_shortlink and the items of update_shortlinks share. */
export const LINK_OPTIONS = [
  ...(['title', 'startsAt', 'expiresAt', 'fallbackTarget', 'maxVisits', 'password', 'redirectStatus'] as const),
  ...(['forwardQuery', 'forwardPath', 'utm', 'tags', 'note', 'preview'] as const),
]

/** Option members with self-explanatory names. */
const MEMBERS = [
  ...['utm.source', 'utm.medium', 'utm.campaign', 'utm.term', 'utm.content'],
  ...['preview.title', 'preview.description', 'preview.image'],
]

/** Short descriptions of them, where the name and the schema do not say enough. */
export const OPTION_WORDS: Readonly<Record<string, string>> = {
  title: 'Your name for the link.',
  startsAt: 'The link opens then; with a time zone.',
  expiresAt: 'It closes then.',
  fallbackTarget: 'Where visitors go while it is closed; else an error page.',
  maxVisits: 'It closes after this number of visits.',
  password: 'Visitors are asked for it. Never shown again.',
  redirectStatus: 'HTTP status of the redirect; a temporary one if left out.',
  forwardQuery: "Adds the visitor's query to the target.",
  forwardPath: 'Adds what follows the slug to the target.',
  utm: 'Campaign parameters that are added to the target.',
  tags: 'Words to group your links by.',
  note: 'For you alone.',
  preview: 'What social networks show of the link; image is an https URL.',
  ...Object.fromEntries(MEMBERS.map((path) => [path, ''])),
}

/** Options that null removes. The others have explicit values for none. */
export const REMOVED_BY_NULL: readonly string[] = [
  ...['title', 'startsAt', 'expiresAt', 'fallbackTarget', 'maxVisits', 'password', 'utm', 'note', 'preview'],
]
