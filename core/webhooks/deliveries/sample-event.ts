import type { DomainEvent, EventType, LinkCreated } from '../../events.ts'
import type { BioPageId, DomainId, HitId, LinkId, ReportId } from '../../kernel/ids.ts'

/** A sample event of the given type, about records that do not exist. */
export function sampleEvent(type: EventType, base: Pick<LinkCreated, 'id' | 'owner' | 'at'>): DomainEvent {
  const createdAt = base.at
  const link = {
    id: 'test-link' as LinkId,
    hostname: '',
    slug: 'test-event',
    target: 'https://example.com/',
    title: 'Test event',
    tags: ['test'],
    createdAt,
  }
  switch (type) {
    case 'domain.lapsing':
      return {
        ...base,
        type,
        domain: { id: 'test-domain' as DomainId, hostname: 'test.example', createdAt, lapsesAt: createdAt + DAY_MS },
      }
    case 'link.reported':
      return {
        ...base,
        type,
        report: {
          id: 'test-report' as ReportId,
          link: link.id,
          url: 'https://example.com/test-event',
          host: 'example.com',
          reason: 'Test event',
          createdAt,
        },
      }
    case 'link.created':
    case 'link.deleted':
      return { ...base, type, link }
    case 'link.updated':
      return { ...base, type, link, changed: ['target'] }
    case 'link.clicked':
      return { ...base, type, link, click: { id: 'test-click' as HitId, ...SAMPLE_VISITOR, createdAt } }
    case 'bio.viewed':
      return {
        ...base,
        type,
        bioPage: { id: 'test-page' as BioPageId, slug: 'test-event', title: 'Test event', createdAt },
        view: { bot: false, createdAt },
      }
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

const SAMPLE_VISITOR = {
  country: 'IT',
  device: 'mobile',
  browser: 'Safari',
  os: 'iOS',
  referrer: 'https://example.com/',
  bot: false,
}
