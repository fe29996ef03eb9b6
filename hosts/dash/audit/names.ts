import type { Format } from '../ui/text/format.ts'
import { withoutScheme } from '../ui/text/is-address.ts'
import type { Messages } from '../words/messages.ts'
import type { Actors, Entry } from './queries.ts'

/** Who did something: a name, and the device of a session. */
export interface Actor {
  readonly name: string
  readonly device?: string
}

/** `known` has the sessions and keys that exist. */
export function actorOf(
  { actor, action }: Pick<Entry, 'actor' | 'action'>,
  known: Actors | undefined,
  words: Messages,
): Actor {
  const { actors } = words.audit
  if (action === 'loginFailed') return { name: actors.anyone }
  const [kind, id] = actor.split(':')
  if (kind === 'key') {
    const key = known?.getApiKeys.find((one) => one.id === id)
    return { name: key ? actors.key(key.label) : actors.revokedKey }
  }
  if (kind === 'app') return { name: actors.app }
  if (kind === 'session') {
    const session = known?.sessions.find((one) => one.id === id)
    const device = session && deviceOf(session, words)
    const { name, email } = known?.getUserInfo ?? {}
    return { name: name || email || actors.owner, ...(device && { device }) }
  }
  return { name: kind === 'admin' ? actors.admin : kind === 'cli' ? actors.cli : actors.system }
}

const deviceOf = ({ browser, os }: Actors['sessions'][number], words: Messages) =>
  browser && os ? words.settings.device(browser, os) : (browser ?? os ?? words.settings.unknownDevice)

/** The end of the sentence that starts with the actor. */
export function deedOf(
  { action, changed }: Pick<Entry, 'action' | 'changed'>,
  words: Messages,
  format: Format,
): string {
  const { actions, fields, did, changedFields, otherAction } = words.audit
  // A later server may know more actions and fields.
  const known: string | undefined = (actions as Readonly<Record<string, string>>)[action]
  if (known === undefined) return otherAction(action)
  if (changed.length === 0 || !NAMES_FIELDS.has(action)) return did(known)
  const names: Readonly<Record<string, unknown>> = { ...words.edit, ...fields }
  return did(changedFields(format.list(changed.map((field) => String(names[field] ?? field)))))
}

/** Actions with changed fields that their own name does not imply. */
const NAMES_FIELDS = new Set([
  'updateLink',
  'updateLinks',
  'upsertLink',
  'updateTag',
  'updateWebhook',
  'updateBioPage',
  'updateBioLink',
])

/** The pages of records, by their id. */
const PAGES: Partial<Record<Entry['targetKind'], (id: string) => string>> = {
  LINK: (id) => `/dash/links/${id}`,
  BIO_PAGE: (id) => `/dash/bio/${id}`,
  WEBHOOK: (id) => `/dash/webhooks/${id}`,
  DOMAIN: () => '/dash/domains',
  API_KEY: () => '/dash/settings',
}

/** A record as the log shows it. */
export interface ShownRecord {
  readonly text: string
  /** Its page; undefined if it no longer exists, or has none. */
  readonly href?: string | undefined
}

/** `names` has the records that exist, `own` is the id of the account. */
export function recordOf(
  { targetKind, targetId }: Pick<Entry, 'targetKind' | 'targetId'>,
  names: ReadonlyMap<string, string | null>,
  words: Messages,
  own: string | undefined,
): ShownRecord {
  const kind = words.audit.kinds[targetKind]
  if (targetKind === 'ACCOUNT') {
    // An administrator's log also has entries of other accounts.
    const isOther = own !== undefined && targetId !== own
    return isOther
      ? { text: `${kind} …${targetId.slice(-6)}`, href: `/dash/admin/accounts?search=${targetId}` }
      : { text: kind }
  }
  if (targetKind === 'BLOCKED_HOST') {
    return { text: `${kind} ${targetId}`, href: `/dash/admin/hosts?search=${encodeURIComponent(targetId)}` }
  }
  const name = names.get(targetId)
  if (name == null) return { text: `${kind} …${targetId.slice(-6)}` }
  return { text: `${kind} ${withoutScheme(name)}`, href: PAGES[targetKind]?.(targetId) }
}
