import { MAX_URL_LENGTH, urlText } from '../kernel/web-url.ts'
import { pictureOrigin } from './picture-origin.ts'

/** The URL of a picture that browsers of visitors load. The server never does. */
export const pictureUrl = (name: string) =>
  urlText(name)
    .refine((value) => pictureOrigin(value) !== undefined, `${name} must be an https:// URL with a host name`)
    .meta({ format: 'uri' })

/** Accepted values of {@link pictureUrl}, for descriptions. */
export const PICTURE_RULE = `An https:// URL of at most ${MAX_URL_LENGTH} characters`
