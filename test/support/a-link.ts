import type { Link } from '@shortlink/core'
import { PLAIN_OPTIONS } from '@shortlink/core'

/** Creates a link in the form of the store. */
export const aLink = (own: Partial<Link> = {}): Link => ({
  ...PLAIN_OPTIONS,
  id: crypto.randomUUID() as Link['id'],
  hostname: '',
  slug: crypto.randomUUID(),
  target: 'https://example.com/',
  title: null,
  owner: null,
  enableTracking: false,
  rules: [],
  hitCount: 0,
  createdAt: 0,
  updatedAt: own.createdAt ?? 0,
  disabled: false,
  hasPassword: false,
  visitsLeft: own.maxVisits ?? null,
  aliases: [],
  ...own,
})
