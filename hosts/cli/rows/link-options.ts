import { createLink } from '@shortlink/core'
import { LinkUpdate, PreviewInput, UtmInput } from '@shortlink/core/host'
import { z } from 'zod'
import { badUsage } from '../failure.ts'
import { type Given, membersOf, type Parameter, parameter, parametersOf, withMembers } from '../parameters.ts'
import { readPassword } from '../table/password.ts'
import { INSTANT_FORMS } from '../values.ts'

/** A note below the options of commands that take times. */
export const TIMES = `Times are ${INSTANT_FORMS}; without Z or an offset they are in this machine’s time zone.`

/** Creates an option for tags, which may be repeated. */
export const tagOption = (description: string) =>
  parameter('--tag <name>', description, { field: 'tags', repeats: true })

const SHARED: readonly Parameter[] = [
  ...parametersOf(createLink.input, {
    startsAt: ['--starts-at <when>', 'start date; until then, visitors get 404'],
    expiresAt: ['--expires-at <when>', 'expiration date'],
    fallbackTarget: ['--fallback-target <target>', 'where visitors go while it is closed; default: an error page'],
    maxVisits: ['--max-visits <n>', 'visit limit'],
  }),
  parameter('--password <password>', 'password for visitors; visible in process lists, unlike --password-stdin'),
  parameter('--password-stdin', 'read the password for visitors from standard input', {
    schema: z.boolean(),
    field: 'passwordStdin',
  }),
  ...parametersOf(createLink.input, {
    redirectStatus: [
      '--redirect-status <status>',
      'HTTP status of the redirect: 301, 302, 303, 307 or 308; default 302',
    ],
  }),
  ...membersOf(
    'utm',
    parametersOf(UtmInput, {
      source: ['--utm-source <text>', 'utm_source to add to the target'],
      medium: ['--utm-medium <text>', 'utm_medium'],
      campaign: ['--utm-campaign <text>', 'utm_campaign'],
      term: ['--utm-term <text>', 'utm_term'],
      content: ['--utm-content <text>', 'utm_content'],
    }),
  ),
  ...parametersOf(createLink.input, {
    note: ['--note <text>', 'private note for the owner'],
    externalId: ['--external-id <key>', 'key of the link’s record in another system'],
  }),
  ...membersOf(
    'preview',
    parametersOf(PreviewInput, {
      title: ['--preview-title <text>', 'preview title on social networks and messengers'],
      description: ['--preview-description <text>', 'preview description'],
      image: ['--preview-image <url>', 'https URL of the preview image'],
    }),
  ),
]

/** Options of a new link, in addition to its target, slug and host. */
export const NEW_LINK_OPTIONS: readonly Parameter[] = [
  ...SHARED,
  tagOption('tag of the link; may be repeated'),
  ...parametersOf(createLink.input, {
    forwardQuery: ['--forward-query', 'append the visitor’s query string to the target'],
    forwardPath: ['--forward-path', 'append the path after the slug to the target'],
    reuse: ['--reuse', 'return the account’s newest active link with this target, if one exists, instead of a new one'],
  }),
]

/** The same options for an existing link; an empty text removes an optional value. */
export const LINK_CHANGES: readonly Parameter[] = [
  ...SHARED.map((option) => ({ ...option, read: (text: string) => (text === '' ? '' : option.read(text)) })),
  tagOption('tag of the link, which replaces all existing tags; may be repeated'),
  ...parametersOf(LinkUpdate, {
    forwardQuery: ['--[no-]forward-query', 'append the visitor’s query string to the target'],
    forwardPath: ['--[no-]forward-path', 'append the path after the slug to the target'],
    enabled: ['--[no-]enabled', 'enable the link, after --no-enabled disabled it'],
    archived: ['--[no-]archived', 'hide the link from lists; it still redirects'],
  }),
]

/** Returns the arguments of core that options stand for. */
export async function fieldsOf({ passwordStdin, ...given }: Given): Promise<Given> {
  const fields = withMembers(given)
  if (!passwordStdin) return fields
  if ('password' in fields) throw badUsage('--password and --password-stdin cannot be combined')
  return { ...fields, password: await readPassword() }
}

/** Returns the changes that fields mean: an empty text removes an optional value. */
export const changesOf = (fields: Given): Given =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, changeOf(name, value)]))

function changeOf(name: string, value: unknown): unknown {
  if (value === '') return LinkUpdate.shape[name as keyof LinkUpdate].safeParse(null).success ? null : ''
  if (Array.isArray(value)) return value.filter((item) => item !== '')
  return isMembers(value) ? changesOfMembers(value) : value
}

const isMembers = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const changesOfMembers = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value === '' ? null : value]))

interface WithMembers {
  readonly utm?: object | null
  readonly preview?: object | null
}

/** Returns the changes with the unchanged members: the API replaces `utm` and `preview` as a whole. */
export const withPresentMembers = (changes: Given, { utm, preview }: WithMembers): Given => ({
  ...changes,
  ...(changes.utm && { utm: { ...utm, ...changes.utm } }),
  ...(changes.preview && { preview: { ...preview, ...changes.preview } }),
})
