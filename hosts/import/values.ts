import { isLinkPassword, isTagName, TAGS_PER_LINK } from '@shortlink/core'
import { lost } from './losses.ts'
import type { SourceLink } from './program.ts'
import { countOf, instantOf, isPlainObject, textOf, toText } from './row.ts'

/** Spellings of a missing value in files. */
const isBlank = (value: unknown) => value == null || value === '' || /^null$/i.test(toText(value))

/** A point in time, or null. */
export const timeOf = (value: unknown) => (isBlank(value) ? null : instantOf(value))

export const limitOf = (value: unknown) => (isBlank(value) ? null : countOf(value))

/** Yes or no as files write it; other text is left for the import to refuse. */
export function flagOf(value: unknown): unknown {
  if (isBlank(value)) return null
  const text = toText(value).trim()
  if (/^(?:true|1|yes)$/i.test(text)) return true
  return /^(?:false|0|no)$/i.test(text) ? false : value
}

/** JSON in a column; leaves other text for the import to refuse. */
export function jsonOf(value: unknown): unknown {
  if (value === '') return null
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A password in clear text. It is lost if the file does not contain it, or if no link here can have it. */
export function passwordOf(value: unknown): Pick<SourceLink, 'password' | 'losses'> {
  if (value == null || value === false) return {}
  const isClear = typeof value === 'string' && !/^(?:true|yes|\*+)$/i.test(value)
  return isClear && isLinkPassword(value) ? { password: value } : { losses: ['password'] }
}

/** A password in clear text, or only the fact that there is one. */
export const passwordIn = (password: unknown, hasPassword: unknown) =>
  passwordOf(textOf(password) ?? ![null, false].includes(flagOf(hasPassword) as boolean | null))

/** Remaining visits of a limit that every visit counts against. */
export function visitsLeftOf(limit: unknown, visits: unknown): Pick<SourceLink, 'visitsLeft'> {
  const isCounted = typeof limit === 'number' && typeof visits === 'number'
  return isCounted ? { visitsLeft: Math.max(0, limit - visits) } : {}
}

/** Names of tags: a list of them, or of objects, as such or as JSON, or text with a separator. Names that are not valid here are lost. */
export function tagsOf(value: unknown): Required<Pick<SourceLink, 'tags' | 'losses'>> {
  const names = namesOf(value)
  const tags = names.filter(isTagName).slice(0, TAGS_PER_LINK)
  return { tags, losses: tags.length < names.length ? [lost('tags')] : [] }
}

function namesOf(value: unknown): readonly unknown[] {
  if (isBlank(value)) return []
  const list = typeof value === 'string' && value.startsWith('[') ? jsonOf(value) : value
  const names = Array.isArray(list) ? list : toText(list).split(/[|,;]/)
  return names.map((name) => (isPlainObject(name) ? name.name : name)).filter((name) => !isBlank(name))
}
