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
  tags: [],
  status: 'ACTIVE',
  archived: false,
  enabled: true,
  enableTracking: true,
  hasPassword: false,
  hasRules: false,
  createdAt: '',
  updatedAt: '',
  redirectStatus: 302,
  startsAt: null,
  expiresAt: null,
  maxVisits: null,
  visitsLeft: null,
  fallbackTarget: null,
  forwardQuery: false,
  forwardPath: false,
  note: null,
  externalId: null,
  aliases: [],
  utm: null,
  preview: null,
  rules: [],
}

/** Letters and digits that people do not confuse with each other. */
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789'
const LENGTH = 7

/** A random slug that is most likely free. */
export const randomSlug = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('')

/** A new link with the options of another one, except for what only one link can have. Its password is not known. */
export const copyOf = (link: Link): Link => ({
  ...BLANK_LINK,
  target: link.target,
  title: link.title,
  tags: link.tags,
  enableTracking: link.enableTracking,
  redirectStatus: link.redirectStatus,
  startsAt: link.startsAt,
  expiresAt: link.expiresAt,
  maxVisits: link.maxVisits,
  fallbackTarget: link.fallbackTarget,
  forwardQuery: link.forwardQuery,
  forwardPath: link.forwardPath,
  note: link.note,
  utm: link.utm,
  preview: link.preview,
  rules: link.rules,
})
