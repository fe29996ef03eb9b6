import type { User } from '@shortlink/core'
import { domainName, type FindPlace, placeFinder } from '../../import/places.ts'
import { type CommandContext, CommandFailed } from '../command.ts'

/** The places of links, and the requested domains, by their names in files. */
export interface Places {
  readonly place: FindPlace
  readonly asked: readonly string[]
}

/**
 * Returns the places of an account's links. In `options`, `from=hostname` maps a domain, `from=` maps it to the service's own host, and a
 * name alone selects the links of that domain.
 * @throws CommandFailed for a mapping to a hostname that the account has not verified.
 */
export async function placesOf(
  { ports }: Pick<CommandContext, 'ports'>,
  { userId }: User,
  options: readonly string[],
): Promise<Places> {
  const domains = await ports.store.domains.list(userId)
  const verified = new Set(domains.filter((domain) => domain.verified).map(({ hostname }) => hostname))
  const ownHosts = new Set(ports.policy.ownHosts)
  const mapped = new Map<string, string>()
  const selected = new Set<string>()
  for (const one of options) {
    // Earlier versions used names such as #7 for domains that a file identifies by number.
    const [from = '', to] = one.split('=', 2).map((name) => domainName(name.trim()).replace(/^#(?=\d+$)/, ''))
    if (from === '')
      throw new CommandFailed(`--domain ${one} names no domain; use <domain>=<hostname>, <domain>= or <domain>`)
    if (to === undefined) selected.add(from)
    else if (to === '' || ownHosts.has(to)) mapped.set(from, '')
    else if (verified.has(to)) mapped.set(from, to)
    else throw new CommandFailed(`--domain ${one}: ${to} is not a verified domain of the account`)
  }
  return { place: placeFinder({ mapped, selected, ownHosts, verified }), asked: [...mapped.keys(), ...selected] }
}
