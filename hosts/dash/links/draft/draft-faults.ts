import { isReserved, isSlug, isTagName, isWebUrl, NEW_OPTION_NAMES, TAGS_PER_LINK } from '@shortlink/core'
import { ApiError } from '../../api/errors.ts'
import { withScheme } from '../../ui/text/is-address.ts'
import type { Messages } from '../../words/messages.ts'
import { tagsOf } from '../tag-names.ts'
import type { Draft } from './draft.ts'

/** Reasons by the name of the input: `target`, `utm.source` … */
export type Faults = ReadonlyMap<string, string>

const MAX_VISITS = 1_000_000_000
const PASSWORD_LENGTH = { min: 4, max: 128 }

/** All invalid values of a draft that the browser can tell. */
export function draftFaults(draft: Draft, words: Messages): Faults {
  const { faults } = words.edit
  const tags = tagsFault(draft.tags, words)
  const slug = slugFault(draft.slug.trim(), words)
  const found: (readonly [input: string, isFault: boolean, message: string])[] = [
    ['target', draft.target.trim() === '', faults.required],
    ['target', draft.target.trim() !== '' && !isWebUrl(withScheme(draft.target)), faults.url],
    ['shortlink', slug !== undefined, slug ?? ''],
    ['tags', tags !== undefined, tags ?? ''],
    ['expiresAt', draft.startsAt !== '' && draft.expiresAt !== '' && draft.expiresAt <= draft.startsAt, faults.order],
    ['maxVisits', draft.maxVisits.trim() !== '' && !isCount(draft.maxVisits), faults.count],
    ['fallbackTarget', draft.fallbackTarget.trim() !== '' && !isWebUrl(draft.fallbackTarget.trim()), faults.url],
    ['password', draft.password !== '' && !isPassword(draft.password), faults.password],
    ['preview.image', draft.previewImage.trim() !== '' && !isHttps(draft.previewImage.trim()), faults.image],
  ]
  return new Map(found.filter(([, isFault]) => isFault).map(([input, , message]) => [input, message]))
}

/** The reason why no link can have a slug; undefined if one can, or if the slug is empty. */
export function slugFault(slug: string, { edit, errors }: Messages): string | undefined {
  if (slug === '') return undefined
  if (!isSlug(slug)) return edit.faults.slug
  return isReserved(slug) ? errors.reserved() : undefined
}

/** The reason why a link cannot have the tags of a text; undefined if it can. */
export function tagsFault(text: string, { edit: { faults } }: Messages): string | undefined {
  const tags = tagsOf(text)
  if (tags.length > TAGS_PER_LINK) return faults.tags(TAGS_PER_LINK)
  return tags.every(isTagName) ? undefined : faults.tag
}

const isCount = (text: string) => /^\d+$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_VISITS
const isPassword = ({ length }: string) => length >= PASSWORD_LENGTH.min && length <= PASSWORD_LENGTH.max
const isHttps = (text: string) => isWebUrl(text) && text.startsWith('https:')

/** The inputs that have a field in the form, apart from the members of `utm` and `preview`. */
const INPUTS: ReadonlySet<string> = new Set([
  'target',
  'shortlink',
  'aliases',
  'title',
  'password',
  ...NEW_OPTION_NAMES,
])

/** The input with a field in the form that a path leads to. */
function inputAt(path = ''): string | undefined {
  const [nested] = /^(?:utm|preview)\.\w+/.exec(path) ?? []
  const [first = ''] = path.split('.')
  return nested ?? (INPUTS.has(first) ? first : undefined)
}

/** The field of the form that a server error refers to, and its reason; undefined for other errors. */
export function refusedField(error: unknown, { edit: { faults } }: Messages) {
  if (!(error instanceof ApiError)) return undefined
  const input = inputAt(error.path)
  if (input !== undefined) return { input, message: error.message }
  return error.code === 'CONFLICT' ? { input: 'shortlink', message: faults.taken } : undefined
}

/** The field of the draft that an input comes from. */
export const fieldOf = (input: string) =>
  (input === 'shortlink' ? 'slug' : input.replace(/\.(\w)/, (_, first: string) => first.toUpperCase())) as keyof Draft

/** The label of an input's field. */
export function labelOf(input: string, { edit }: Messages): string {
  const labels: Readonly<Record<string, string>> = {
    shortlink: edit.slug,
    fallbackTarget: edit.fallback,
    'preview.title': edit.previewTitle,
    'preview.description': edit.description,
    'preview.image': edit.image,
  }
  const own = edit[input as keyof typeof edit]
  return labels[input] ?? (typeof own === 'string' ? own : input.replace('utm.', 'utm_'))
}
