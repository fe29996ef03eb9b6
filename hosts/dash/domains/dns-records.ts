/** A record for the DNS of a domain, published by its owner. */
export interface DnsRecord {
  readonly type: 'TXT' | 'CNAME' | 'A' | 'AAAA'
  readonly name: string
  /** Undefined if it is an IP address that only the operator knows. */
  readonly value: string | undefined
}

/** The records of one domain, and the names for their explanation. */
export interface DnsRecords {
  /** Record that proves the claim. */
  readonly proof: DnsRecord
  /** Records that point visitors to the service. */
  readonly pointing: readonly DnsRecord[]
  /**
   * Kind of records: the service has a name or an IP address, or is known only on its own machine; a registered domain such as example.com
   * cannot have a CNAME record.
   */
  readonly kind: 'subdomain' | 'apex' | 'address' | 'unreachable'
  /** The host of short links, without a port. */
  readonly host: string
  /** The part of the proof's name before the registered domain, for providers that append the domain. */
  readonly shortProofName: string
  readonly registered: string
}

/** The records of a claimed hostname on a service with short links under `baseUrl`. */
export function dnsRecords(hostname: string, txtToken: string, baseUrl: string): DnsRecords {
  const host = new URL(baseUrl).hostname
  const registered = registeredDomain(hostname)
  const proofName = `_shortlink.${hostname}`
  return {
    proof: { type: 'TXT', name: proofName, value: `shortlink-verify=${txtToken}` },
    ...pointing(hostname, host, hostname === registered),
    host,
    shortProofName: proofName.slice(0, -registered.length - 1),
    registered,
  }
}

function pointing(name: string, host: string, isApex: boolean): Pick<DnsRecords, 'kind' | 'pointing'> {
  if (/^127\.|(^|\.)localhost$|^\[::1\]$/.test(host)) return { kind: 'unreachable', pointing: [] }
  if (host.startsWith('[')) return { kind: 'address', pointing: [{ type: 'AAAA', name, value: host.slice(1, -1) }] }
  if (/^[\d.]+$/.test(host)) return { kind: 'address', pointing: [{ type: 'A', name, value: host }] }
  if (!isApex) return { kind: 'subdomain', pointing: [{ type: 'CNAME', name, value: host }] }
  const addresses = (['A', 'AAAA'] as const).map((type) => ({ type, name, value: undefined }))
  return { kind: 'apex', pointing: addresses }
}

/** Second-level domains where countries register names. */
const SHARED = new Set(['ac', 'co', 'com', 'edu', 'gob', 'gov', 'ne', 'net', 'or', 'org'])

/**
 * The registered domain. A guess without the public suffix list: a wrong one requires A records where a CNAME would do, or names a record
 * in full where a part would do.
 */
function registeredDomain(hostname: string): string {
  const labels = hostname.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  return labels.slice(top.length === 2 && SHARED.has(second) ? -3 : -2).join('.')
}
