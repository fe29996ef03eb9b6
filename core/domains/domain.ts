import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import type { DomainId, UserId } from '../kernel/ids.ts'
import { text } from '../kernel/input.ts'
import { normalizeHostname } from '../kernel/normalize-hostname.ts'

export interface Domain {
  readonly id: DomainId
  readonly owner: UserId
  /** Lower case, in ASCII (punycode) form, without a trailing dot. */
  readonly hostname: string
  readonly verified: boolean
  readonly verifiedAt: Instant | null
  /** `none` until verified, then `pending`; `active` after a proxy requested permission to get a certificate. */
  readonly sslStatus: 'none' | 'pending' | 'active'
  /** The token that the owner publishes in DNS as proof; unique to this claim. */
  readonly txtToken: string
  readonly createdAt: Instant
}

/** Limit for user input; a name in DNS is shorter. */
export const MAX_HOSTNAME_INPUT_LENGTH = 1024

export const Hostname = text('hostname', { min: 1, max: MAX_HOSTNAME_INPUT_LENGTH }).transform((value, context) => {
  const hostname = normalizeHostname(value.trim())
  if (hostname !== undefined) return hostname
  context.addIssue({ code: 'custom', message: 'hostname must be a domain name, such as go.example.com' })
  return z.NEVER
})

/** The names that may hold the TXT proof, in the order of lookup. */
export const proofNames = (hostname: string) => [`_shortlink.${hostname}`, hostname]
/** True for a TXT record that proves the claim. */
export const isProof = (record: string, { txtToken }: Domain) =>
  record === txtToken || record === `shortlink-verify=${txtToken}`
