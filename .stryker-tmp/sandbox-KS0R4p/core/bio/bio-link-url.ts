import { text } from '../kernel/input.ts'
import { isWebUrl } from '../kernel/web-url.ts'

const URL_LENGTH = 2048

/** What a tap may open: a web page, a message, a call, a place. Nothing that a browser would run or read from the device. */
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

const SAFE = new Set<string>(BIO_LINK_SCHEMES)

/**
 * The scheme has to stand first, bare: browsers skip white space and control characters in front of it and within it, so an
 * address that has any, anywhere, is refused rather than cleaned.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be told apart
const ADDRESS = /^([a-z][a-z-]*):[^\s\u0000-\u001f\u007f-\u009f]+$/i

/** True for an address that a bio page may link to. */
export function isBioLinkUrl(value: string): boolean {
  const scheme = ADDRESS.exec(value)?.[1]?.toLowerCase()
  if (scheme === undefined || !SAFE.has(scheme)) return false
  return scheme === 'http' || scheme === 'https' ? isWebUrl(value) : URL.canParse(value)
}

/** An address of at most 2048 characters with one of {@link BIO_LINK_SCHEMES}, kept as written. */
export const bioLinkUrlSchema = text('url', { min: 1, max: URL_LENGTH }).refine(
  isBioLinkUrl,
  `url must be an address with one of the schemes ${BIO_LINK_SCHEMES.join(', ')}`,
)
