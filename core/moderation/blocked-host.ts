import { z } from 'zod'
import type { Instant } from '../kernel/caller.ts'
import { text } from '../kernel/input.ts'

/** `MANUAL`: an operator blocked the host alone. `LIST`: it is on the imported list. */
export type BlockedHostSource = 'MANUAL' | 'LIST'

/** A host that no link may lead to. */
export interface BlockedHost {
  /** A host name or IP address as the URL parser writes it; with a leading dot also every name below. */
  readonly host: string
  readonly reason: string | null
  readonly source: BlockedHostSource
  readonly createdAt: Instant
}

/** Most hosts that operators block one by one. */
export const MAX_MANUAL_HOSTS = 10_000
/** Most hosts of an imported list. */
export const MAX_LISTED_HOSTS = 2_000_000
export const MAX_HOST_LENGTH = 255

/**
 * The normal form of a host to block; undefined for other text. A leading dot, or `*.`, stands for the host and all names below it, so a
 * top-level domain is refused there.
 */
export function normalizeBlockedHost(given: string): string | undefined {
  const value = given.replace(/^\*(?=\.)/, '')
  const dot = value.startsWith('.') ? '.' : ''
  const name = value.slice(dot.length)
  // Reject what the URL parser would read as a path, credentials, an escape or a port.
  if (/[\s/?#@\\%]/.test(name) || /:(?![^[]*\])/.test(name)) return undefined
  const host = URL.parse(`http://${name}/`)?.hostname.replace(/\.$/, '')
  if (!host || host.includes('*') || (dot !== '' && !host.includes('.'))) return undefined
  return `${dot}${host}`
}

const HOST_FORM = 'must be a host name, such as evil.example, or .evil.example for it and all subdomains'

/** The argument for a host to block, in normal form. */
export const hostInput = text('host', { min: 1, max: MAX_HOST_LENGTH })
  .transform((value, context) => {
    const host = normalizeBlockedHost(value.trim())
    if (host === undefined) context.addIssue(`host ${HOST_FORM}`)
    return host ?? z.NEVER
  })
  .describe(
    `A host name or IP address, such as evil.example; .evil.example stands for it and all subdomains. At most ${MAX_HOST_LENGTH} characters.`,
  )
