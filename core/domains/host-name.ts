import { normalizeHostname } from './domain.ts'

/** What {@link readHost} returns for the service's own hosts. */
export const OWN_HOST = ''
/** What {@link readHost} returns for what is neither a host of the service nor a name that could be a custom domain. */
export const NO_HOSTNAME = '?'

/**
 * The hostname that a Host header names, in its one form and without a port; {@link OWN_HOST} for the listed hosts, loopback names,
 * literal addresses, names without a dot, and no host at all; {@link NO_HOSTNAME} for what is none of these.
 */
export function readHost(host: string, ownHosts: ReadonlySet<string>): string {
  const name = host.replace(/:\d*$/, '')
  if (name === '') return OWN_HOST
  const hostname = normalizeHostname(name)
  if (hostname !== undefined) return ownHosts.has(hostname) || hostname.endsWith('.localhost') ? OWN_HOST : hostname
  return isLocal(name) ? OWN_HOST : NO_HOSTNAME
}

/**
 * Literal addresses, and names without a dot such as `localhost` or a service of a container network: no public DNS leads to them, so
 * they are no custom domains, and no page of a stranger can have one for its origin.
 */
function isLocal(name: string): boolean {
  if (/[\s/?#@\\%]/.test(name)) return false
  const parsed = URL.parse(`http://${name.replace(/\.$/, '')}/`)
  return parsed !== null && (/^(\[.*\]|[\d.]+)$/.test(parsed.hostname) || !parsed.hostname.includes('.'))
}
