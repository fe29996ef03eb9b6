import type { DomainEvent, EventLink, EventReport } from '../../events.ts'
import type { Instant } from '../../kernel/caller.ts'
import { shortUrl } from '../../links/short-url.ts'

const iso = (at: Instant) => new Date(at).toISOString()

/** The JSON body sent to endpoints, identical in every attempt. `baseUrl` is the service's public URL. */
export function payloadOf(event: DomainEvent, baseUrl: string): string {
  return JSON.stringify({ type: event.type, timestamp: iso(event.at), data: dataOf(event, baseUrl) })
}

function dataOf(event: DomainEvent, baseUrl: string) {
  switch (event.type) {
    case 'link.created':
    case 'link.deleted':
      return { link: linkData(event.link, baseUrl) }
    case 'link.updated':
      return { link: linkData(event.link, baseUrl), changed: event.changed }
    case 'link.clicked':
      return { link: linkData(event.link, baseUrl), click: dated(event.click) }
    case 'domain.lapsing':
      return { domain: { ...dated(event.domain), lapsesAt: iso(event.domain.lapsesAt) } }
    case 'link.reported':
      return { report: reportData(event.report) }
    case 'bio.viewed':
      return { bioPage: dated(event.bioPage), view: dated(event.view ?? { bot: false, createdAt: event.at }) }
  }
}

const linkData = (link: EventLink, baseUrl: string) => {
  const { id, slug, target, title, tags = [], externalId = null, createdAt } = link
  return { id, slug, shortUrl: shortUrl(baseUrl, link), target, title, tags, externalId, createdAt: iso(createdAt) }
}

const reportData = ({ id, link, url, host, reason, createdAt }: EventReport) => ({
  ...{ id, linkId: link, shortUrl: url, targetHost: host, reason, createdAt: iso(createdAt) },
})

const dated = <T extends { createdAt: Instant }>(record: T) => ({ ...record, createdAt: iso(record.createdAt) })
