import { createLink, LinkUpdate, PreviewInput, UtmInput } from '@shortlink/core'
import { z } from 'zod'
import { badUsage } from '../failure.ts'
import { type Given, membersOf, type Parameter, parameter, parametersOf, withMembers } from '../table/parameters.ts'
import { readPassword } from '../table/password.ts'
import { INSTANT_FORMS } from '../table/values.ts'

/** A note below the options of commands that take times. */
export const TIMES = `Times are ${INSTANT_FORMS}; without Z or an offset they are in this machine’s time zone.`

/** Creates an option for tags, which may be repeated. */
export const tagOption = (description: string) =>
  parameter('--tag <name>', description, { field: 'tags', repeats: true })

const SHARED: readonly Parameter[] = [
  ...parametersOf(createLink.input, {
    startsAt: ['--starts-at <when>', 'when the link opens; before, it is as if unknown'],
    expiresAt: ['--expires-at <when>', 'when the link closes'],
    fallbackTarget: ['--fallback-target <target>', 'where visitors go while it is closed; default: an error page'],
    maxVisits: ['--max-visits <n>', 'visits after which it closes'],
  }),
  parameter('--password <password>', 'what visitors are asked for; process lists show it, unlike --password-stdin'),
  parameter('--password-stdin', 'read that password from standard input', {
    schema: z.boolean(),
    field: 'passwordStdin',
  }),
  ...parametersOf(createLink.input, {
    redirectStatus: ['--redirect-status <status>', 'status of the redirect: 301, 302, 303, 307 or 308; default 302'],
  }),
  ...membersOf(
    'utm',
    parametersOf(UtmInput, {
      source: ['--utm-source <text>', 'utm_source that is added to the target'],
      medium: ['--utm-medium <text>', 'utm_medium'],
      campaign: ['--utm-campaign <text>', 'utm_campaign'],
      term: ['--utm-term <text>', 'utm_term'],
      content: ['--utm-content <text>', 'utm_content'],
    }),
  ),
  ...parametersOf(createLink.input, { note: ['--note <text>', 'a note for the owner alone'] }),
  ...membersOf(
    'preview',
    parametersOf(PreviewInput, {
      title: ['--preview-title <text>', 'title that social networks and messengers show of the link'],
      description: ['--preview-description <text>', 'description that they show'],
      image: ['--preview-image <url>', 'https address of the picture that they show'],
    }),
  ),
]

/** Options of a new link, in addition to its target, slug and host. */
export const NEW_LINK_OPTIONS: readonly Parameter[] = [
  ...SHARED,
  tagOption('tag of the link; for several, give it several times'),
  ...parametersOf(createLink.input, {
    forwardQuery: ['--forward-query', 'add the visitor’s query to the target'],
    forwardPath: ['--forward-path', 'add what follows the slug to the target'],
    reuse: ['--reuse', 'print the account’s newest open link with this target, if there is one, in place of a new one'],
  }),
]

/** The same options for an existing link; an empty text removes an optional value. */
export const LINK_CHANGES: readonly Parameter[] = [
  ...SHARED.map((option) => ({ ...option, read: (text: string) => (text === '' ? '' : option.read(text)) })),
  tagOption('tag of the link, in place of all present ones; for several, give it several times'),
  ...parametersOf(LinkUpdate, {
    forwardQuery: ['--[no-]forward-query', 'add the visitor’s query to the target'],
    forwardPath: ['--[no-]forward-path', 'add what follows the slug to the target'],
    enabled: ['--[no-]enabled', 'open the link to visitors, after --no-enabled closed it'],
    archived: ['--[no-]archived', 'leave the link out of lists; it serves on'],
  }),
]

/** Returns the arguments of core that options stand for. */
export async function fieldsOf({ passwordStdin, ...given }: Given): Promise<Given> {
  const fields = withMembers(given)
  if (!passwordStdin) return fields
  if ('password' in fields) throw badUsage('--password and --password-stdin exclude each other')
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
