import { text } from './input.ts'

/** Most characters of a URL that a caller gives. */
export const MAX_URL_LENGTH = 2048

/** Printable and without spaces, so that a `Location` header can carry it once percent-encoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const ABSOLUTE = /^https?:\/\/[^/\s\\\u0000-\u001f\u007f][^\s\u0000-\u001f\u007f]*$/i

/** True for an absolute `http://` or `https://` URL with a host. */
export const isWebUrl = (value: string) => ABSOLUTE.test(value) && URL.canParse(value)

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/

/** The URL for a `Location` header, percent-encoded to ASCII as a browser would; null if it is not an absolute http(s) URL. */
export function toLocation(value: string): string | null {
  if (!isWebUrl(value)) return null
  return PRINTABLE_ASCII.test(value) ? value : new URL(value).href
}

/** White space, control characters except NUL, which is refused, and invisible characters, which are often copied together with a URL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const AROUND = /[\s\u0001-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069]/

/** Removes white space, control characters and invisible characters around a URL. A loop, since a pattern for the end takes quadratic time. */
function trimmed(value: string): string {
  let [start, end] = [0, value.length]
  while (start < end && AROUND.test(value.charAt(start))) start += 1
  while (end > start && AROUND.test(value.charAt(end - 1))) end -= 1
  return value.slice(start, end)
}

/** Text for a URL, trimmed. */
export const urlText = (name: string) => text(name, { min: 1, max: MAX_URL_LENGTH, form: trimmed })

/**
 * True for a URL without a backslash before its query or fragment. Browsers treat one as a slash and other programs as part of the name, so
 * that `https://good.example\.evil.example/` is on different hosts. Stored links with one are still served.
 */
export const isWithoutBackslash = (value: string) => !/^[^?#]*\\/.test(value)

export const BACKSLASH_FAULT = 'must not contain a backslash before the query; write / or %5C'

/** The problem with a text that {@link webUrl} refuses. */
function urlFault(value: unknown): string {
  const joined = String(value).replaceAll(/\s/g, '')
  if (!isWebUrl(joined)) return 'must be an absolute http:// or https:// URL'
  return isWithoutBackslash(joined) ? 'must not contain spaces or line breaks; write a space as %20' : BACKSLASH_FAULT
}

/** An absolute http(s) URL of at most 2048 characters. Removes surrounding white space and keeps the rest unchanged. */
export const webUrl = (name: string) =>
  urlText(name)
    .refine((value) => isWebUrl(value) && isWithoutBackslash(value), {
      error: ({ input }) => `${name} ${urlFault(input)}`,
    })
    .meta({ format: 'uri' })

/** The text without its trailing repetitions of a character. A loop, since `/\.+$/` takes quadratic time. */
export function withoutTrailing(character: string, text: string): string {
  let end = text.length
  while (text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

/** Whether a URL has a user name or a password. */
export function hasCredentials(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && url.username + url.password !== ''
}

/** Also matches an empty user name, which {@link hasCredentials} does not see. */
const CREDENTIALS = /^https?:\/\/[^/?#]*@/i

/** {@link webUrl} without a user name or password, which can make an unknown host look like a known one. */
export const linkTarget = (name: string) =>
  webUrl(name).refine((value) => !CREDENTIALS.test(value), `${name} must not contain credentials`)

/** Accepted values of {@link linkTarget}, for descriptions. */
export const LINK_TARGET_RULE = `An absolute http:// or https:// URL of at most ${MAX_URL_LENGTH} characters, without credentials; not a short link of this service.`
