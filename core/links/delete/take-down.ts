import { z } from 'zod'
import type { Change } from '../../audit/audit-entry.ts'
import { found } from '../../kernel/found.ts'
import type { LinkId } from '../../kernel/ids.ts'
import { id } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { withEvents } from '../bulk/with-events.ts'
import { type Link, namespaceOf } from '../link.ts'
import { linkDeleted } from '../link-events.ts'
import { tombstoneTime } from './tombstones.ts'

const linkId = id<LinkId>().describe('The id of the link.')

/** An anonymous link has no audit log. */
const ofOwner = ({ id, owner }: Pick<Link, 'id' | 'owner'>): Change => ({
  kind: 'LINK',
  id,
  ...(owner !== null && { owner }),
})

/** Disables or enables a link of any owner for visitors. */
export const setLinkDisabled = defineUseCase({
  name: 'setLinkDisabled',
  access: 'admin',
  scope: null,
  input: z.object({
    id: linkId,
    disabled: z
      .boolean('disabled must be true or false')
      .describe('True to disable the link, false to enable it again.'),
  }),
  run: ({ store, clock }, _caller, { id, disabled }) =>
    found(store.links.find(id), 'Shortlink').andThen((link) =>
      found(store.links.setDisabled(namespaceOf(link), link.slug, disabled ? clock.now() : null), 'Shortlink'),
    ),
  audit: (link) => [{ ...ofOwner(link), changed: ['disabled'] }],
})

/** Deletes a link of any owner with its hits and queues the event of it. For operators only, so no surface offers it. */
export const deleteAnyLink = defineUseCase({
  name: 'deleteAnyLink',
  access: 'admin',
  scope: null,
  input: z.object({ id: linkId }),
  run: (ports, _caller, { id }) =>
    withEvents(ports, ({ store, ids, clock, policy }) =>
      found(store.links.find(id), 'Shortlink')
        .andThen((link) =>
          found(store.links.deleteBySlug(namespaceOf(link), link.slug, tombstoneTime({ clock, policy })), 'Shortlink'),
        )
        .map((link) => ({ value: link, events: linkDeleted(ids.event(), link, clock.now()) })),
    ),
  audit: (link) => [ofOwner(link)],
})
