import { text } from './input.ts'

const TARGET_LENGTH = 2048

/** Printable and without spaces: what a `Location` header can carry once it is percent-encoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be told apart
const ABSOLUTE = /^https?:\/\/[^/\s\\\u0000-\u001f\u007f][^\s\u0000-\u001f\u007f]*$/i

/** True for an absolute `http://` or `https://` address with a host. */
export const isWebUrl = (value: string) => ABSOLUTE.test(value) && URL.canParse(value)

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/

/**
 * The address as a `Location` header carries it; null when it is no absolute http(s) address. As its owner wrote it, but a header
 * carries only ASCII, so the rest is encoded as a browser would.
 */
export function toLocation(value: string): string | null {
  if (!isWebUrl(value)) return null
  return PRINTABLE_ASCII.test(value) ? value : new URL(value).href
}

/** An absolute http(s) address of at most 2048 characters, kept as written. */
export const webUrl = (name: string) =>
  text(name, { min: 1, max: TARGET_LENGTH }).refine(isWebUrl, `${name} must be an absolute http:// or https:// URL`)

/** The text without a character that is repeated at its end. A loop, since `/\.+$/` takes quadratic time. */
export function withoutTrailing(character: string, text: string): string {
  let end = text.length
  while (text[end - 1] === character) end -= 1
  return text.slice(0, end)
}

const CREDENTIALS = /^https?:\/\/[^/?#]*@/i

/** {@link webUrl} without a user name or password, which make a stranger's host look like one that is known. */
export const linkTarget = (name: string) =>
  webUrl(name).refine((value) => !CREDENTIALS.test(value), `${name} must not contain credentials`)
