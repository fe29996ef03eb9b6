import { normalizeHostname, type User } from '@shortlink/core'
import { type CommandContext, CommandFailed } from '../command.ts'

/** Stands for the domain of links that name none. */
const DEFAULT_DOMAIN = 'default'

/** Where the links of a domain go: a verified hostname, or empty for the service's own host. */
type Place = { readonly hostname: string } | 'skipped' | 'unknown'

/** Finds the place of links by the domain that they are on; null is the default one of their program. */
export type FindPlace = (domain: string | null) => Place

interface PlaceOptions {
  /** `from=hostname` maps a domain, `from=` maps it to the service's own host, a name alone selects the links of that domain. */
  readonly asked: readonly string[]
  /** Hostnames of the service itself. */
  readonly ownHosts: readonly string[]
  /** Hostnames that the account has verified. */
  readonly verified: readonly string[]
}

/** @throws CommandFailed for a mapping to a hostname that the account has not verified. */
function findPlaces({ asked, ownHosts, verified }: PlaceOptions): FindPlace {
  const [own, names] = [new Set(ownHosts), new Set(verified)]
  const mapped = new Map<string, string>()
  const selected = new Set<string>()
  for (const one of asked) {
    const [from = '', to] = one.split('=', 2).map((name) => domainName(name.trim()))
    if (from === '')
      throw new CommandFailed(`--domain ${one} names no domain; use <domain>=<hostname>, <domain>= or <domain>`)
    if (to === undefined) selected.add(from)
    else if (to === '' || own.has(to)) mapped.set(from, '')
    else if (names.has(to)) mapped.set(from, to)
    else throw new CommandFailed(`--domain ${one}: ${to} is not a verified domain of the account`)
  }
  return (domain) => {
    const name = placeName(domain)
    const hostname = mapped.get(name)
    if (hostname !== undefined) return { hostname }
    if (selected.size > 0 && !selected.has(name)) return 'skipped'
    if (domain === null || own.has(name)) return { hostname: '' }
    return names.has(name) ? { hostname: name } : 'unknown'
  }
}

/** The name by which `--domain` knows the domain of a link. */
export const placeName = (domain: string | null) => (domain === null ? DEFAULT_DOMAIN : domainName(domain))

/** Without a port, in the form in which hostnames are compared. */
export function domainName(domain: string): string {
  const name = domain.replace(/^https?:\/\//i, '').replace(/[:/].*$/, '')
  return normalizeHostname(name) ?? name.toLowerCase()
}

/** The places of an account's links. */
export async function placesOf(
  { ports }: Pick<CommandContext, 'ports'>,
  { userId }: User,
  asked: readonly string[],
): Promise<FindPlace> {
  const domains = await ports.store.domains.list(userId)
  const verified = domains.filter((domain) => domain.verified).map(({ hostname }) => hostname)
  return findPlaces({ asked, ownHosts: ports.policy.ownHosts, verified })
}
