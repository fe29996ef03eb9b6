import { alternatives, type ConditionParser } from '../condition.ts'

/** The shape of a BCP 47 tag: a language and its subtags. */
const TAG = /^[a-z]{2,8}(-[a-z0-9]{1,8})*$/
/** Longer than every tag in use (RFC 5646, 4.4.1, requires 35). Bounds the cost of lookups. */
const MAX_TAG_CHARACTERS = 64
/** RFC 9110, section 12.4.2: 0 to 1 with at most three decimals. */
const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

const isTag = (text: string) => text.length <= MAX_TAG_CHARACTERS && TAG.test(text)

/** The tag of highest quality in an `Accept-Language` header, in lower case; ignores `*` and quality 0. */
export function preferredLanguage(header: string | null): string | null {
  let best: string | null = null
  let bestQuality = 0
  for (const range of header?.toLowerCase().split(',') ?? []) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const quality = parameters.length === 0 ? 1 : Number(QUALITY.exec(parameters[0] ?? '')?.[1] ?? 0)
    if (quality > bestQuality && isTag(tag)) {
      best = tag
      bestQuality = quality
    }
  }
  return best
}

const parseTag = (alternative: string) => {
  const tag = alternative.toLowerCase()
  return isTag(tag) ? tag : undefined
}

/** `pt` also matches a visitor's `pt-BR`, so every prefix of the visitor's tag is looked up. */
export const language: ConditionParser = (value) =>
  alternatives(value, 'a language tag of BCP 47, such as pt or pt-BR', parseTag).map((wanted) => {
    const tags = new Set(wanted)
    return ({ language }) => {
      if (language === null) return undefined
      if (tags.has(language)) return true
      for (let end = language.lastIndexOf('-'); end > 0; end = language.lastIndexOf('-', end - 1)) {
        if (tags.has(language.slice(0, end))) return true
      }
      return false
    }
  })
