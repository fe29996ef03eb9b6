import { mapOptions, NEW_OPTION_NAMES, type OptionName, PLAIN_OPTIONS } from '@shortlink/core'
import type { Link } from '../queries.ts'

/** A link without any option, from which the form of a new link starts. */
export const BLANK_LINK: Link = {
  id: '',
  shortlink: '',
  hostname: null,
  shortUrl: '',
  target: '',
  title: null,
  hitCount: 0,
  status: 'ACTIVE',
  enableTracking: true,
  hasPassword: false,
  hasRules: false,
  createdAt: '',
  updatedAt: '',
  visitsLeft: null,
  aliases: [],
  ...(PLAIN_OPTIONS as unknown as Pick<Link, OptionName>),
  rules: [],
}

/** Letters and digits that people do not confuse with each other. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 7

/** A random slug that is most likely free. */
export const randomSlug = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')

const COPIED_OPTIONS = NEW_OPTION_NAMES.filter((name) => name !== 'externalId')

/** A new link with the options of another one, except for what only one link can have. Its password is not known. */
export const copyOf = (link: Link): Link => ({
  ...BLANK_LINK,
  target: link.target,
  title: link.title,
  enableTracking: link.enableTracking,
  ...(mapOptions(COPIED_OPTIONS, (name) => link[name]) as unknown as Pick<Link, (typeof COPIED_OPTIONS)[number]>),
  rules: link.rules,
})
