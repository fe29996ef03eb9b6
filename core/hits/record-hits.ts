import type { Hit, Visit } from './hit.ts'
import type { HitIds, Visitors } from './hits.port.ts'

/** Turns visits into hits: looks up place and agent, and cuts the address down when the operator wants no personal data kept. */
export const toHits = (
  { visitors, hitIds, anonymize }: { visitors: Visitors; hitIds: HitIds; anonymize: boolean },
  visits: readonly Visit[],
): Hit[] => {
  const ids = hitIds.fresh(visits.length)
  return visits.map((visit, index) => ({
    ...visit,
    ...visitors.place(visit.ip),
    ...visitors.agent(visit.userAgent),
    id: ids[index] as Hit['id'],
    ip: anonymize ? anonymizeIp(visit.ip) : visit.ip,
    type: visit.ip.includes(':') ? ('IPv6' as const) : ('IPv4' as const),
  }))
}

/** Keeps the network alone: /24 of an IPv4 address, /48 of an IPv6 address. */
export function anonymizeIp(ip: string): string {
  if (!ip.includes(':')) return ip.replace(/\.\d+$/, '.0')
  const [head = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean).slice(0, 3)
  // A `::` among the first three groups stands for zeros, so what was cut short there ends in `::` all the same.
  return groups.length === 0 ? '::' : `${groups.join(':')}::`
}
