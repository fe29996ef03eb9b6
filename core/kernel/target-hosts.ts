import { type Caller, targetHostsOf } from './caller.ts'
import type { ErrorOf } from './errors.ts'

/** Whether a list of host names has the host: an exact name means itself, a leading dot the name and everything below it. */
export const hasHost = (names: readonly string[], host: string): boolean =>
  names.some((name) => (name.startsWith('.') ? host === name.slice(1) || host.endsWith(name) : host === name))

/** The host of a web URL as the URL parser writes it, without the final dot; the scheme, such as `mailto:`, of other URLs. */
function hostOf(url: string): string {
  const { hostname, protocol } = new URL(url)
  return /^https?:$/.test(protocol) ? hostname.replace(/\.$/, '') : protocol
}

/** The hosts of the service itself. Their links lead anywhere, so a key with target hosts must not link there. */
interface ServiceHosts {
  readonly baseUrl: string
  readonly appUrl: string
  readonly ownHosts: readonly string[]
}

const isServiceHost = ({ baseUrl, appUrl, ownHosts }: ServiceHosts, host: string) =>
  ownHosts.includes(host) || [baseUrl, appUrl].some((url) => hostOf(url) === host)

/** The hosts that no link may lead to. */
export interface HostBlocks {
  /** @param host as the URL parser writes it, without the final dot */
  blocks(host: string): boolean
}

export const NO_BLOCKS: HostBlocks = { blocks: () => false }

/** The host of a URL, in the form that blocked hosts have; null without one. */
export const targetHost = (url: string): string | null => URL.parse(url)?.hostname.replace(/\.$/, '') || null

/** Whether a URL leads to a blocked host. */
export function blocksUrl(blocklist: HostBlocks, url: string): boolean {
  const host = targetHost(url)
  return host !== null && blocklist.blocks(host)
}

/** The rules for where links may lead. */
export interface TargetRules {
  readonly policy: ServiceHosts
  readonly blocklist: HostBlocks
}

/**
 * The error of a URL with a blocked host, or one that the caller's API key must not link to; undefined if it may. `path` is the field of the
 * URL.
 */
export function targetHostError(
  { policy, blocklist }: TargetRules,
  caller: Caller,
  url: string | undefined,
  path: string,
): ErrorOf<'invalid-input'> | undefined {
  if (url === undefined) return undefined
  if (blocksUrl(blocklist, url)) return { type: 'invalid-input', message: 'Target host is blocked', path }
  const targetHosts = targetHostsOf(caller)
  if (targetHosts === null) return undefined
  const host = hostOf(url)
  return hasHost(targetHosts, host) && !isServiceHost(policy, host) ? undefined : mayNotLinkTo(host, path)
}

export const mayNotLinkTo = (host: string, path: string): ErrorOf<'invalid-input'> => ({
  type: 'invalid-input',
  message: `This API key may not link to ${host}`,
  path,
})
