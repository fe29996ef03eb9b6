import type { Link } from '../link.ts'
import { type OptionsWith, SERVED_OPTIONS } from '../link-options.ts'
import type { VisitedLink } from '../links.port.ts'

const FIELDS = [
  'hostname',
  'slug',
  'target',
  'enableTracking',
  'rules',
  'disabled',
  'hasPassword',
] as const satisfies readonly (keyof Link)[]

/**
 * The stored fields of a link that affect its visitors. A store announces each change of these on the link feed of every server;
 * `toServedLink` can read no other fields.
 */
export type ServedField = (typeof FIELDS)[number] | OptionsWith<'isServed', true>
export const SERVED_FIELDS: readonly ServedField[] = [...FIELDS, ...SERVED_OPTIONS]

/** The input for a served link. An id never changes, and hits are counted where they happen, so neither is announced. */
export type ServableLink = Pick<VisitedLink, ServedField | 'id' | 'hitCount' | 'ignoredAddresses'>
