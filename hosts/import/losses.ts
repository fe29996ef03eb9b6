import { IMPORT_LOSSES, type ImportLoss } from '@shortlink/core'
import { toText } from './row.ts'

/** Losses that refuse a row unless they are accepted. */
export const REFUSING_NAMES = IMPORT_LOSSES
export type Refusing = ImportLoss

/**
 * Result for a field: `kept`, `ignored` (ids and derived fields), `disabled` (the link is imported as a disabled one), `enabled` (the same,
 * for false), a reason to refuse the row, or the name that counts its loss.
 */
export type Fate = 'kept' | 'ignored' | 'disabled' | 'enabled' | Refusing | { readonly lost: string }

export const lost = (name: string): Fate => ({ lost: name })

/** Fields that are ignored, by their names with blanks between. */
export const ignored = (names: string): Readonly<Record<string, Fate>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'ignored']))

/** The fate of fields that no table lists, by words in their names: a field that may close a link counts as closing it. */
const SUSPECTS: readonly (readonly [RegExp, Fate])[] = [
  [/passw|passphrase|protect|secret/, 'password'],
  [/expir|validuntil|availableuntil|until$|endsat|enddate|ttl$/, 'expiry'],
  [/validsince|validfrom|availablefrom|activefrom|startsat|startdate/, 'start'],
  [/max(imum)?(visit|click|hit|use)|(visit|click|hit|use)s?limit/, 'visit-limit'],
  [/archiv|deleted|trashed|paused|inactive/, 'archived'],
  [/bann|disabled|blocked|suspended/, 'disabled'],
  [/^(is)?(active|enabled)$/, 'enabled'],
  [/^(domain|host)(name|id)?$/, 'domain'],
  [/rules$|targeting|^geo|^ios|^android|deeplink|variants/, 'rules'],
]

/** The fate of a field that the program's table does not list; `name` is normalized. */
export const fateOfUnknown = (name: string, shown: string): Fate =>
  SUSPECTS.find(([pattern]) => pattern.test(name))?.[1] ?? lost(shown)

/** States written as yes or no; 0 means no. */
const FLAGS: ReadonlySet<Fate> = new Set<Fate>(['disabled', 'archived', 'rules'])

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  (typeof value === 'string' && /^(?:null|undefined|false|\[\]|\{\})?$/i.test(value.trim())) ||
  (typeof value === 'object' && Object.values(value).every(isBlank))

const isNo = (value: unknown) => value === 0 || (typeof value === 'string' && /^(?:0|no|off|f|n)$/i.test(value.trim()))

/** Whether a field has a value that matters for its fate. */
export function applies(fate: Fate, value: unknown): boolean {
  // Absent is not the same as "not enabled".
  if (fate === 'enabled') return value === false || isNo(value) || /^false$/i.test(toText(value))
  return !isBlank(value) && !((FLAGS.has(fate) || typeof fate === 'object') && isNo(value))
}
