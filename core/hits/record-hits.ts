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
  /** Whether to store only the network of the IP address; see {@link anonymizeIp}. */
  readonly anonymize: boolean
  /** Whether to count visitors. */
  readonly countsVisitors?: boolean
  /** Reader for the texts of visits, such as one with a cache; {@link visitReader} by default. */
  readonly reader?: VisitReader
}

/** Reads texts that many visits share. */
export interface VisitReader {
  languageOf(acceptLanguage: string): string | null
  /** Returns the campaign parameters of a destination URL, which include the link's own. */
  campaignAt(address: string): Utm | null
}

export const visitReader: VisitReader = {
  languageOf,
  campaignAt: (address) => campaignOf(splitAddress(address).query),
}

/** Converts visits to hits, `ids[i]` for `visits[i]`: looks up place and agent, and omits data that must not be stored. */
export const toHits = (
  { visitors, anonymize, countsVisitors = false, reader = visitReader }: HitOptions,
  visits: readonly Visit[],
  ids: readonly HitId[],
): NewHit[] =>
  visits.map((visit, index) => {
    const { isPrivate, redirectedTo, acceptLanguage } = visit
    const place = visitors.place(visit.ip)
    const { browser, os, device } = visitors.agent(visit.userAgent)
    // Only bots get previews, including bots that the agent's name alone does not reveal.
    const bot = device === 'bot' || redirectedTo === null
    // Assign member by member: spreading three objects costs more than the lookups.
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
      // Set later; adding a member to an object costs more.
      visitor: undefined,
    }
  })

const campaignAt = (reader: VisitReader, address: string | null): Utm | null =>
  address?.includes('utm_') ? reader.campaignAt(address) : null

/** Returns the network of an IP address: /24 of IPv4, /48 of IPv6 in canonical form (RFC 5952). `::` for an invalid address. */
export function anonymizeIp(ip: string): string {
  if (!ip.includes(':')) return ip.replace(/\.\d+$/, '.0')
  const [a = 0, b = 0, c = 0] = parseAddress(ip.replace(ZONE_INDEX, '')) ?? []
  if (c !== 0) return `${hex(a)}:${hex(b)}:${hex(c)}::`
  if (b !== 0) return `${hex(a)}:${hex(b)}::`
  return a === 0 ? '::' : `${hex(a)}::`
}

/** The name of the network interface in a link-local address (RFC 4007, 11). */
const ZONE_INDEX = /%.*$/
const hex = (group: number) => group.toString(16)
