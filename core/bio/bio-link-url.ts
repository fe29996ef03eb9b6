import { BACKSLASH_FAULT, isWithoutBackslash, MAX_URL_LENGTH, urlText } from '../kernel/web-url.ts'
import { BIO_LINK_SCHEMES, isBioLinkUrl } from './is-bio-link-url.ts'

/** A URL of at most 2048 characters with one of {@link BIO_LINK_SCHEMES}. Removes white space around it and keeps the rest as written. */
export const bioLinkUrlSchema = urlText('url')
  .refine(isBioLinkUrl, `url must be an address with one of the schemes ${BIO_LINK_SCHEMES.join(', ')}`)
  .refine(isWithoutBackslash, `url ${BACKSLASH_FAULT}`)
  .meta({ format: 'uri' })

/** Accepted values of {@link bioLinkUrlSchema}, for descriptions. */
export const BIO_LINK_URL_RULE = `A URL of at most ${MAX_URL_LENGTH} characters with one of the schemes ${BIO_LINK_SCHEMES.join(', ')}.`
