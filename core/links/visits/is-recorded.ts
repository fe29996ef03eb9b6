import { parseAddress } from '../../kernel/ip-address.ts'
import type { ServedLink } from '../served/served-links.port.ts'
import type { Visitor } from '../visitor.ts'

/** Matches `notrack` without escapes, with any value or none. */
const NOTRACK = /^notrack(?:=|$)/
const IN_QUERY = /(?:^|&)notrack(?:[=&]|$)/

/** Whether the pair of a query is the parameter that opts the visit out of recording. */
export const isNotrack = (pair: string) => NOTRACK.test(pair)

/** Whether the query opts the visit out of recording. */
export const hasNotrack = (query: string) => query !== '' && IN_QUERY.test(query)

/** Whether to record the visit as a hit. No other code decides this; an unrecorded visit still counts toward a link's visit limit. */
export const isRecorded = ({ enableTracking, isIgnored }: ServedLink, { counts, query, ip }: Visitor): boolean =>
  enableTracking && counts && !hasNotrack(query) && (isIgnored === null || !isFromIgnored(isIgnored, ip))

function isFromIgnored(isIgnored: NonNullable<ServedLink['isIgnored']>, ip: string): boolean {
  const address = parseAddress(ip)
  return address !== undefined && isIgnored(address)
}
