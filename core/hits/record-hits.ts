import type { HitId } from '../kernel/ids.ts'
import type { Hit, Visit } from './hit.ts'
import type { Visitors } from './hits.port.ts'

/** Turns visits into hits of the given ids: looks up place and agent, and cuts the address down when the operator wants no personal data kept. */
export const toHits = (
  { visitors, anonymize }: { visitors: Visitors; anonymize: boolean },
  visits: readonly Visit[],
  ids: readonly HitId[],
): Hit[] =>
  visits.map((visit, index) => {
    const { country, continent, region, city, postal, timezone, isp } = visitors.place(visit.ip)
    const { browser, os, device, bot } = visitors.agent(visit.userAgent)
    // One by one: to spread three objects costs more than to look them up.
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
      bot,
    }
  })

/** An address up to its query or fragment, which may name a person or hold a secret of theirs. */
export function withoutQuery(address: string): string {
  const end = address.search(/[?#]/)
  return end < 0 ? address : address.slice(0, end)
}

/** Keeps the network alone: /24 of an IPv4 address, /48 of an IPv6 address in its canonical spelling (RFC 5952). */
export function anonymizeIp(ip: string): string {
  if (!ip.includes(':')) return ip.replace(/\.\d+$/, '.0')
  const [a = 0, b = 0, c = 0] = groupsOf(ip)
  if (c !== 0) return `${hex(a)}:${hex(b)}:${hex(c)}::`
  if (b !== 0) return `${hex(a)}:${hex(b)}::`
  return a === 0 ? '::' : `${hex(a)}::`
}

const GROUPS = 8

/** The first groups of an IPv6 address, with those that `::` stands for written out. */
function groupsOf(ip: string): number[] {
  const [left = [], right] = ip.split('::').map((part) => part.split(':').filter(Boolean))
  if (right === undefined) return toNumbers(left)
  // An IPv4 address at the end stands for two groups.
  const width = left.length + right.length + (right.at(-1)?.includes('.') ? 1 : 0)
  return toNumbers([...left, ...Array<string>(Math.max(0, GROUPS - width)).fill('0'), ...right])
}

const toNumbers = (groups: readonly string[]) => groups.map((group) => Number.parseInt(group, 16))
const hex = (group: number) => group.toString(16)
