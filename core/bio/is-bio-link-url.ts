import { isWebUrl } from '../kernel/web-url.ts'

/** Schemes that open a web page, a message, a call or a map. None that a browser would execute or read from the device. */
export const BIO_LINK_SCHEMES = [
  'http',
  'https',
  'mailto',
  'tel',
  'sms',
  'geo',
  'facetime',
  'facetime-audio',
  'whatsapp',
  'tg',
  'xmpp',
  'signal',
  'maps',
] as const

const SAFE_SCHEMES = new Set<string>(BIO_LINK_SCHEMES)

/**
 * The scheme must come first. Browsers skip white space and control characters before and within it, so a URL that contains any is
 * rejected. Inputs are already trimmed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const ADDRESS = /^([a-z][a-z-]*):[^\s\u0000-\u001f\u007f-\u009f]+$/i

/** True for a URL that a bio page may link to; http and https also require a host. */
export function isBioLinkUrl(value: string): boolean {
  const scheme = ADDRESS.exec(value)?.[1]?.toLowerCase()
  if (scheme === undefined || !SAFE_SCHEMES.has(scheme)) return false
  return scheme === 'http' || scheme === 'https' ? isWebUrl(value) : URL.canParse(value)
}
