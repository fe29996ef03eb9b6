import type { HitId } from '../kernel/ids.ts'
import { parseAddress } from '../kernel/ip-address.ts'
import type { Hit, Visit } from './hit.ts'
import type { Visitors } from './hits.port.ts'

/**
 * Turns visits into hits, `ids[i]` for `visits[i]`: looks up place and agent, and drops the query of the referrer.
 * @param anonymize store the network of the address only; see {@link anonymizeIp}
 */
export const toHits = (
  { visitors, anonymize }: { visitors: Visitors; anonymize: boolean },
  visits: readonly Visit[],
  ids: readonly HitId[],
): Hit[] =>
  visits.map((visit, index) => {
    const { country, continent, region, city, postal, timezone, isp } = visitors.place(visit.ip)
    const { browser, os, device, bot } = visitors.agent(visit.userAgent)
    // Member by member: spreading three objects costs more than the lookups.
    return {
      id: ids[index] as Hit['id'],
      link: visit.link,
      at: visit.at,
      ip: anonymize ? anonymizeIp(visit.ip) : visit.ip,
      type: visit.ip.includes(':') ? 'IPv6' : 'IPv4',
      userAgent: visit.userAgent,
      referrer: visit.referrer === null ? null : withoutQuery(visit.referrer),
      rule: visit.rule,
      redirectedTo: visit.redirectedTo,
      country,
      continent,
      region,
      city,
      postal,
      timezone,
      isp,
      browser,
      os,
      device,
      // Only programs get previews, also those that the agent's name alone does not show to be one.
      bot: bot || visit.redirectedTo === null,
    }
  })

/** The URL up to its query or fragment, which may contain personal data or secrets. */
export function withoutQuery(address: string): string {
  const end = address.search(/[?#]/)
  return end < 0 ? address : address.slice(0, end)
}

/** The network of an address: /24 of IPv4, /48 of IPv6 in canonical form (RFC 5952). `::` for an address that cannot be parsed. */
export function anonymizeIp(ip: string): string {
  if (!ip.includes(':')) return ip.replace(/\.\d+$/, '.0')
  const [a = 0, b = 0, c = 0] = parseAddress(ip.replace(ZONE_INDEX, '')) ?? []
  if (c !== 0) return `${hex(a)}:${hex(b)}:${hex(c)}::`
  if (b !== 0) return `${hex(a)}:${hex(b)}::`
  return a === 0 ? '::' : `${hex(a)}::`
}

/** Names the network interface of a link-local address (RFC 4007, 11). */
const ZONE_INDEX = /%.*$/
const hex = (group: number) => group.toString(16)
