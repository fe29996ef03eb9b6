import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import type { DomainId, UserId } from '../kernel/ids.ts'
import { text } from '../kernel/input.ts'

export interface Domain {
  readonly id: DomainId
  readonly owner: UserId
  /** Lower case, in ASCII (punycode) form, without a trailing dot. */
  readonly hostname: string
  readonly verified: boolean
  readonly verifiedAt: Instant | null
  /** `none` until verified, then `pending`; `active` after a proxy asked for permission to get a certificate. */
  readonly sslStatus: 'none' | 'pending' | 'active'
  /** The token that the owner publishes in DNS as proof; unique to this claim. */
  readonly txtToken: string
  readonly createdAt: Instant
}

/** At most 253 characters, in labels of 1 to 63 letters, digits and inner hyphens (RFC 1123, 2.1). */
const NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The normal form of a hostname, as stored and compared; `undefined` for other text, IP addresses included. */
export function normalizeHostname(value: string): string | undefined {
  // Reject anything the URL parser would treat as path, port, credentials or escape.
  if (/[\s/?#@:\\%]/.test(value)) return undefined
  const address = `http://${value.replace(/\.$/, '')}/`
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  return NAME.test(hostname) ? hostname : undefined
}

/** Of what is entered; a name in DNS is shorter. */
export const MAX_HOSTNAME_INPUT_LENGTH = 1024

export const Hostname = text('hostname', { min: 1, max: MAX_HOSTNAME_INPUT_LENGTH }).transform((value, context) => {
  const hostname = normalizeHostname(value.trim())
  if (hostname !== undefined) return hostname
  context.addIssue({ code: 'custom', message: 'hostname must be a domain name, such as go.example.com' })
  return z.NEVER
})

/** The names whose TXT records may hold the proof, in the order of lookup. */
export const proofNames = (hostname: string) => [`_shortlink.${hostname}`, hostname]
/** True for a TXT record that proves the claim. */
export const isProof = (record: string, { txtToken }: Domain) =>
  record === txtToken || record === `shortlink-verify=${txtToken}`
