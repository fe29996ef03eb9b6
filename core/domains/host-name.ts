import { normalizeHostname } from './normalize-hostname.ts'

/** Result of {@link readHost} for the service's own hosts. */
export const OWN_HOST = ''
/** Result of {@link readHost} for text that is neither a host of the service nor a possible custom domain. */
export const NO_HOSTNAME = '?'

/**
 * The hostname of a Host header in normal form, without its port; {@link OWN_HOST} for the listed hosts, loopback names, literal
 * addresses, names without a dot and an empty header; {@link NO_HOSTNAME} for any other text.
 */
export function readHost(host: string, ownHosts: ReadonlySet<string>): string {
  const name = host.replace(/:\d*$/, '')
  if (name === '') return OWN_HOST
  const hostname = normalizeHostname(name)
  if (hostname !== undefined) return ownHosts.has(hostname) || hostname.endsWith('.localhost') ? OWN_HOST : hostname
  return isLocal(name) ? OWN_HOST : NO_HOSTNAME
}

/**
 * True for literal addresses and for names without a dot, such as `localhost` or a service of a container network. Public DNS resolves
 * none of them, so they cannot be custom domains or the origin of a foreign page.
 */
function isLocal(name: string): boolean {
  if (/[\s/?#@\\%]/.test(name)) return false
  const parsed = URL.parse(`http://${name.replace(/\.$/, '')}/`)
  return parsed !== null && (/^(\[.*\]|[\d.]+)$/.test(parsed.hostname) || !parsed.hostname.includes('.'))
}
