import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Link, namespaceOf } from '../../links/link.ts'
import type { LinkChange } from '../../links/served/link-feed.port.ts'
import { SERVED_FIELDS } from '../../links/served/served-fields.ts'
import type { Store } from '../../ports.ts'
import { newLink } from '../samples.ts'
import { CHANGES, newOwnedLink } from './served-changes.ts'

type Writer = Pick<Store, 'links' | 'users'>
type Reader = Pick<Store, 'links' | 'linkFeed'>

/**
 * The store announces each change of a link that visitors can notice; within a second, so does every other store on the database. If
 * servers cannot share a database, `reader` returns the writer.
 */
export const servedChangesContract = (writer: () => Writer, reader: () => Reader) =>
  describe('changes of served links', () => {
    beforeEach(() => vi.waitFor(() => expect(reader().linkFeed.live()).toBe(true), SOON))

    it.each(SERVED_FIELDS)('a change of the field %s is announced to every store on the database', async (field) => {
      const before = await newOwnedLink(writer())
      const announced = await listen(reader(), writer())
      const after = await CHANGES[field](writer(), before)
      expect(after[field]).not.toEqual(before[field])
      for (const link of [before, after]) await vi.waitFor(() => expect(announced(link)).toBe(true), SOON)
      expect(await reader().links.findBySlug(namespaceOf(after), after.slug)).toEqual(after)
    })
  })

/** The port promises a second; a busy machine gets more. */
const SOON = { timeout: 60_000, interval: 20 }

/** Returns whether a change of a link was announced since this call; changes made earlier have been announced when it resolves. */
async function listen({ linkFeed }: Reader, writer: Writer) {
  const changes: LinkChange[] = []
  linkFeed.subscribe((change) => changes.push(change))
  const isAnnounced = (link: Link) => changes.some((change) => concerns(change, link))
  const marker = await newLink(writer)
  await vi.waitFor(() => expect(isAnnounced(marker)).toBe(true), SOON)
  changes.length = 0
  return isAnnounced
}

/** True if a listener must drop its cached copy of the link. */
const concerns = (change: LinkChange, link: Link) =>
  change === 'everything' || ('slug' in change && change.slug === link.slug && change.namespace === namespaceOf(link))
