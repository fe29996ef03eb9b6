import type { UserId } from '@shortlink/core'
import { findAnyLink } from '@shortlink/core/host'
import type { ImportTools } from '../../import/run/decide.ts'

/** Finds links of the account, for an import into it. */
export const findOwnLink =
  (ports: Parameters<typeof findAnyLink>[0], owner: UserId): ImportTools['find'] =>
  async (hostname, slug, target) => {
    const host = (hostname as string | null) ?? undefined
    const link = (await findAnyLink(ports, { slug, host })).unwrapOr(undefined)
    return link?.slug === slug && link.owner === owner && link.target === target ? link : undefined
  }
