import type { Link } from './link.ts'
import type { VisitedLink } from './links.port.ts'

/**
 * The fields of a stored link that decide what its visitors get. A store announces each change of one of them on the link feed of
 * every server; a field that is missing here cannot be read by `toServedLink`.
 */
export const SERVED_FIELDS = [
  'hostname',
  'slug',
  'target',
  'enableTracking',
  'rules',
  'disabled',
  'startsAt',
  'expiresAt',
  'fallbackTarget',
  'maxVisits',
  'hasPassword',
  'enabled',
  'redirectStatus',
  'forwardQuery',
  'forwardPath',
  'utm',
  'preview',
] as const satisfies readonly (keyof Link)[]

export type ServedField = (typeof SERVED_FIELDS)[number]

/** What a served link is made of. An id never changes, and hits are counted where they happen, so neither is announced. */
export type ServableLink = Pick<VisitedLink, ServedField | 'id' | 'hitCount' | 'ignoredAddresses'>
