import { alternatives, type ConditionParser } from '../condition.ts'

/** The longest DNS name (RFC 1035, 2.3.4). Bounds the number of suffixes to look up. */
const MAX_HOST_CHARACTERS = 253

/** The host of a referring URL; null if there is none. */
export function hostOf(referrer: string | null): string | null {
  const host = referrer ? URL.parse(referrer)?.hostname.toLowerCase().replace(/\.$/, '') : undefined
  return host && host.length <= MAX_HOST_CHARACTERS ? host : null
}

/** Parses a bare host. The URL parser also converts `münchen.de` to the ASCII form that browsers send. */
function parseHost(alternative: string): string | undefined {
  if (!/^[^\s/?#@:*\\%]+$/.test(alternative)) return undefined
  return hostOf(`http://${alternative}/`) || undefined
}

/** A host name also matches its subdomains, so every suffix of the visitor's host is looked up. */
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
