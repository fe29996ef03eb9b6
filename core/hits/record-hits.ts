import type { HitId } from '../kernel/ids.ts'
import { parseAddress } from '../kernel/ip-address.ts'
import { campaignOf } from '../links/campaign-of.ts'
import type { Utm } from '../links/link-options.ts'
import { splitAddress } from '../links/with-utm.ts'
import type { Hit, NewHit, Visit } from './hit.ts'
import type { Visitors } from './hits.port.ts'
import { languageOf } from './language-of.ts'
import { referringPage } from './referring-page.ts'

export interface HitOptions {
  readonly visitors: Visitors
  /** Whether the network of the address alone is stored; see {@link anonymizeIp}. */
  readonly anonymize: boolean
  /** Whether different visitors are counted. */
  readonly countsVisitors?: boolean
  /** What reads the texts of visits, such as one that remembers what it has read; {@link visitReader} when absent. */
  readonly reader?: VisitReader
}

/** Reads texts that many visits have in common. */
export interface VisitReader {
  languageOf(acceptLanguage: string): string | null
  /** The campaign parameters of the address that a visitor was sent to, which the link's own are part of. */
  campaignAt(address: string): Utm | null
}

export const visitReader: VisitReader = {
  languageOf,
  campaignAt: (address) => campaignOf(splitAddress(address).query),
}

/** Turns visits into hits, `ids[i]` for `visits[i]`: looks up place and agent, and leaves out what must not be kept. */
export const toHits = (
  { visitors, anonymize, countsVisitors = false, reader = visitReader }: HitOptions,
  visits: readonly Visit[],
  ids: readonly HitId[],
): NewHit[] =>
  visits.map((visit, index) => {
    const { isPrivate, redirectedTo, acceptLanguage } = visit
    const place = visitors.place(visit.ip)
    const { browser, os, device } = visitors.agent(visit.userAgent)
    // Only programs get previews, also those that the agent's name alone does not show to be one.
    const bot = device === 'bot' || redirectedTo === null
    // Member by member: spreading three objects costs more than the lookups.
    return {
      id: ids[index] as Hit['id'],
      link: visit.link,
      at: visit.at,
      ip: anonymize || isPrivate ? anonymizeIp(visit.ip) : visit.ip,
      type: visit.ip.includes(':') ? 'IPv6' : 'IPv4',
      userAgent: isPrivate ? null : visit.userAgent,
      referrer: visit.referrer === null || isPrivate ? null : referringPage(visit.referrer),
      rule: visit.rule,
      redirectedTo,
      language: acceptLanguage === null ? null : reader.languageOf(acceptLanguage),
      utm: isPrivate ? null : (visit.campaign ?? campaignAt(reader, redirectedTo)),
      ref: isPrivate ? null : visit.ref,
      firstToday: countsVisitors && (bot || isPrivate) ? false : null,
      country: place.country,
      continent: place.continent,
      region: isPrivate ? null : place.region,
      subdivision: isPrivate ? null : place.subdivision,
      city: isPrivate ? null : place.city,
      postal: isPrivate ? null : place.postal,
      timezone: isPrivate ? null : place.timezone,
      isp: isPrivate ? null : place.isp,
      browser,
      os,
      device: bot ? 'bot' : device,
      bot,
      // Set later; a member that is added to an object costs more.
      visitor: undefined,
    }
  })

const campaignAt = (reader: VisitReader, address: string | null): Utm | null =>
  address?.includes('utm_') ? reader.campaignAt(address) : null

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
