import type { HitId } from '../kernel/ids.ts'
import { anonymizeIp } from '../kernel/ip-address.ts'
import type { Utm } from '../links/link-options.ts'
import { campaignOf } from '../links/served/campaign-of.ts'
import { splitAddress } from '../links/served/with-utm.ts'
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
