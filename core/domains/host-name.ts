import { normalizeHostname } from '../kernel/normalize-hostname.ts'

/** Result of {@link readHost} for the service's own hosts. */
export const OWN_HOST = ''
/** Result of {@link readHost} for text that is neither a host of the service nor a possible custom domain. */
export const NO_HOSTNAME = '?'

/**
 * The hostname of a Host header in normal form, without its port; {@link OWN_HOST} for the listed hosts, loopback names, literal
 * addresses and an empty header; {@link NO_HOSTNAME} for any other text.
 */
export function readHost(host: string, ownHosts: ReadonlySet<string>): string {
  const name = withoutPort(host)
  if (name === '') return OWN_HOST
  const hostname = normalizeHostname(name)
  if (hostname !== undefined) return ownHosts.has(hostname) || hostname.endsWith('.localhost') ? OWN_HOST : hostname
  const parsed = parseHost(name)
  if (parsed === undefined) return NO_HOSTNAME
  return isAddress(parsed) || parsed === 'localhost' || ownHosts.has(parsed) ? OWN_HOST : NO_HOSTNAME
}

/**
 * The dotless name in a Host header or a setting, such as a service of a container network, in lower case and without its port; `undefined`
 * for other text. Any machine in a local network can claim such names, so they are no custom domains, and they belong to the service only
 * if they are listed.
 */
export function shortName(host: string): string | undefined {
  const parsed = parseHost(withoutPort(host))
  return parsed === undefined || isAddress(parsed) || parsed.includes('.') ? undefined : parsed
}

const withoutPort = (host: string) => host.replace(/:\d*$/, '')

function parseHost(name: string): string | undefined {
  if (/[\s/?#@\\%]/.test(name)) return undefined
  return URL.parse(`http://${name.replace(/\.$/, '')}/`)?.hostname
}

const isAddress = (hostname: string) => /^(\[.*\]|[\d.]+)$/.test(hostname)
