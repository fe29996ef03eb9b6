import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import type { DomainId, UserId } from '../kernel/ids.ts'
import { text } from '../kernel/input.ts'

export interface Domain {
  readonly id: DomainId
  readonly owner: UserId
  /** Lower case, in its ASCII (punycode) form, without a dot at its end. */
  readonly hostname: string
  readonly verified: boolean
  readonly verifiedAt: Instant | null
  /** `none` until verified, then `pending`, and `active` once a proxy was allowed a certificate. */
  readonly sslStatus: 'none' | 'pending' | 'active'
  /** What the owner publishes in DNS as proof. It belongs to this claim alone. */
  readonly txtToken: string
  readonly createdAt: Instant
}

/** A name of at most 253 characters has labels of 1 to 63 letters, digits and inner hyphens (RFC 1123, 2.1). */
const NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/

/** A host name in the one form under which it is stored and compared; `undefined` for what is none, IP addresses included. */
export function normalizeHostname(value: string): string | undefined {
  // What would not be part of the host of an address must not be read as one.
  if (/[\s/?#@:\\%]/.test(value)) return undefined
  const address = `http://${value.replace(/\.$/, '')}/`
  if (!URL.canParse(address)) return undefined
  const { hostname } = new URL(address)
  return NAME.test(hostname) ? hostname : undefined
}

export const Hostname = text('hostname', { min: 1, max: 1024 }).transform((value, context) => {
  const hostname = normalizeHostname(value.trim())
  if (hostname !== undefined) return hostname
  context.addIssue({ code: 'custom', message: 'hostname must be a domain name, such as go.example.com' })
  return z.NEVER
})

/** Where the proof may stand, best place first, and what it may say. */
export const proofNames = (hostname: string) => [`_shortlink.${hostname}`, hostname]
export const isProof = (record: string, { txtToken }: Domain) =>
  record === txtToken || record === `shortlink-verify=${txtToken}`
