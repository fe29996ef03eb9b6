import type { DomainEvent, EventType, LinkCreated } from '../events.ts'
import type { BioPageId, DomainId, HitId, LinkId } from '../kernel/ids.ts'

/** An event of the type as it would be, about records that do not exist. */
export function sampleEvent(type: EventType, given: Pick<LinkCreated, 'id' | 'owner' | 'at'>): DomainEvent {
  const createdAt = given.at
  const link = {
    id: 'test-link' as LinkId,
    hostname: '',
    slug: 'test-event',
    target: 'https://example.com/',
    title: 'Test event',
    createdAt,
  }
  switch (type) {
    case 'domain.lapsing':
      return {
        ...given,
        type,
        domain: { id: 'test-domain' as DomainId, hostname: 'test.example', createdAt, lapsesAt: createdAt + DAY },
      }
    case 'link.created':
      return { ...given, type, link }
    case 'link.clicked':
      return { ...given, type, link, click: { id: 'test-click' as HitId, ...SAMPLE_VISITOR, createdAt } }
    case 'bio.viewed':
      return {
        ...given,
        type,
        bioPage: { id: 'test-page' as BioPageId, slug: 'test-event', title: 'Test event', createdAt },
        view: { bot: false, createdAt },
      }
  }
}

const DAY = 24 * 60 * 60 * 1000

const SAMPLE_VISITOR = {
  country: 'IT',
  device: 'mobile',
  browser: 'Safari',
  os: 'iOS',
  referrer: 'https://example.com/',
  bot: false,
}
