import { toDay } from '../analytics/last-days.ts'
import type { BioViewed } from '../events.ts'
import type { Ports } from '../ports.ts'
import type { BioPage } from './bio-page.ts'

/** Counts a page view, and queues its event, in the background, so that the visitor does not wait for the store. */
export function recordBioView(
  { store, ids, clock, background, dispatcher }: Ports,
  page: BioPage,
  { bot }: { readonly bot: boolean },
): void {
  const { id, slug, title, createdAt } = page
  const at = clock.now()
  const event: BioViewed = {
    type: 'bio.viewed',
    id: ids.event(),
    owner: page.owner,
    at,
    bioPage: { id, slug, title, createdAt },
    view: { bot, createdAt: at },
  }
  if (!bot) background.run('count a bio view', () => store.bioPages.countView(id, toDay(at)))
  background.run('queue bio.viewed', async () => {
    if ((await store.outbox.add([event])) > 0) dispatcher.wake()
  })
}
