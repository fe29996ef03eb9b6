import { text } from './input.ts'

const TARGET_LENGTH = 2048

/** Printable and without spaces: what a `Location` header can carry once it is percent-encoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be told apart
const ABSOLUTE = /^https?:\/\/[^/\s\\\u0000-\u001f\u007f][^\s\u0000-\u001f\u007f]*$/i

/** True for an absolute `http://` or `https://` address with a host. */
export const isWebUrl = (value: string) => ABSOLUTE.test(value) && URL.canParse(value)

/** The address as a `Location` header carries it, percent-encoded; null when it is no absolute http(s) address. */
export const toLocation = (value: string): string | null => (isWebUrl(value) ? new URL(value).href : null)

/** An absolute http(s) address of at most 2048 characters, kept as written. */
export const webUrl = (name: string) =>
  text(name, { min: 1, max: TARGET_LENGTH }).refine(isWebUrl, `${name} must be an absolute http:// or https:// URL`)
