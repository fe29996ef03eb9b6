import { parseAddress } from '../../kernel/ip-address.ts'
import type { ServedLink } from '../served-links.port.ts'
import type { Visitor } from '../visitor.ts'

/** Written without escapes, with any value or none. */
const NOTRACK = /^notrack(?:=|$)/
const IN_QUERY = /(?:^|&)notrack(?:[=&]|$)/

/** Whether the pair of a query is the parameter by which a visitor asks that the visit be not recorded. */
export const isNotrack = (pair: string) => NOTRACK.test(pair)

/** Whether a visitor asks by the query that the visit be not recorded. */
export const hasNotrack = (query: string) => query !== '' && IN_QUERY.test(query)

/** Whether the visit makes a hit. This alone decides: a visit that makes none still takes one of a link's limit of visits. */
export const isRecorded = ({ enableTracking, isIgnored }: ServedLink, { counts, query, ip }: Visitor): boolean =>
  enableTracking && counts && !hasNotrack(query) && (isIgnored === null || !isFromIgnored(isIgnored, ip))

function isFromIgnored(isIgnored: NonNullable<ServedLink['isIgnored']>, ip: string): boolean {
  const address = parseAddress(ip)
  return address !== undefined && isIgnored(address)
}
