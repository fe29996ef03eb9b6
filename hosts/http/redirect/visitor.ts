import type { Visitor } from '@shortlink/core'
import type { Policy } from '@shortlink/core/ports'

/** Request headers by their lower-case names, as in node:http. */
export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** Settings that decide which visitor data is recorded. */
export interface VisitorPorts {
  readonly policy: Pick<Policy, 'visits'>
}

/** The client of a request, as a visitor of links. */
export const visitorOf = (
  { policy }: VisitorPorts,
  headers: RequestHeaders,
  ip: string,
  query: string,
  counts: boolean,
): Visitor => ({
  ip,
  userAgent: (headers['user-agent'] as string | undefined) ?? null,
  referrer: (headers.referer as string | undefined) ?? null,
  acceptLanguage: (headers['accept-language'] as string | undefined) ?? null,
  query,
  counts,
  isPrivate: policy.visits.honorsGpc && refusesTracking(headers),
})

/** By Global Privacy Control, or by Do Not Track, which came before it. */
const refusesTracking = (headers: RequestHeaders) => headers['sec-gpc'] === '1' || headers.dnt === '1'

/** Whether a browser loads the page ahead of a visit, or for a preview. */
export function isPrefetch(headers: RequestHeaders): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz']
  return purpose !== undefined && /prefetch|preview/i.test(purpose as string)
}
