import { alternatives, type ConditionParser } from '../condition.ts'

/** The longest name of DNS (RFC 1035, 2.3.4). A longer one is no host, and its thousands of tails would take long to look up. */
const LONGEST_HOST = 253

/** The host of a referring address; null when there is none. */
export function hostOf(referrer: string | null): string | null {
  const host = referrer ? URL.parse(referrer)?.hostname.toLowerCase().replace(/\.$/, '') : undefined
  return host && host.length <= LONGEST_HOST ? host : null
}

/** Only a bare host survives the address parser unchanged in extent; it also turns `münchen.de` into what browsers send. */
function parseHost(alternative: string): string | undefined {
  if (!/^[^\s/?#@:*\\%]+$/.test(alternative)) return undefined
  return hostOf(`http://${alternative}/`) || undefined
}

/** A host name also fits its subdomains, so every tail of the visitor's host is looked up. */
export const referrer: ConditionParser = (value) =>
  alternatives(value, 'a host name such as example.com', parseHost).map((wanted) => {
    const hosts = new Set(wanted)
    return ({ referrerHost: host }) => {
      if (host === null) return undefined
      if (hosts.has(host)) return true
      for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
        if (hosts.has(host.slice(dot + 1))) return true
      }
      return false
    }
  })
