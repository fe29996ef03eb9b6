import type { Link } from '../link.ts'
import type { VisitedLink } from '../links.port.ts'

/**
 * The stored fields of a link that affect its visitors. A store announces each change of these on the link feed of every server;
 * `toServedLink` can read no other fields.
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

/** The input for a served link. An id never changes, and hits are counted where they happen, so neither is announced. */
export type ServableLink = Pick<VisitedLink, ServedField | 'id' | 'hitCount' | 'ignoredAddresses'>
