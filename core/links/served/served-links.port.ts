import type { Address } from '../../kernel/ip-address.ts'
import type { CompiledRules } from '../rules/compile-rules.ts'
import type { ServableLink } from './served-fields.ts'

/** A link ready to be served: URLs checked and encoded, rules compiled. */
export interface ServedLink
  extends Pick<ServableLink, 'id' | 'hostname' | 'slug' | 'target' | 'enableTracking' | 'disabled'> {
  /** The target in the form of a `Location` header; null when it is no http(s) URL, or the link is disabled. */
  readonly location: string | null
  /** Null when the link has none, or is disabled. */
  readonly rules: CompiledRules | null
  /** Hits as of the last read of the store, plus those recorded by this server since; `visits` rules compare it. */
  hitCount: number
  /** Whether the link's account ignores visits from the IP address; null for most links. */
  readonly isIgnored: ((address: Address) => boolean) | null
  /** Rarely used options; null for most links, so that their redirects check one member only. */
  readonly extras: LinkExtras | null
}

/** The data for redirecting a link that has more than targets, rules and campaign parameters. */
export interface LinkExtras
  extends Pick<
    ServableLink,
    | 'startsAt'
    | 'expiresAt'
    | 'maxVisits'
    | 'hasPassword'
    | 'enabled'
    | 'redirectStatus'
    | 'forwardQuery'
    | 'forwardPath'
    | 'preview'
  > {
  /** The fallback as a `Location` header carries it. */
  readonly fallback: string | null
}

/** Links for visitors, cached in memory. */
export interface ServedLinks {
  /**
   * Synchronous when cached, otherwise a promise. `host` is the Host header: a verified custom domain has a separate namespace, the
   * service's own hosts the default one, and any other host none. Rejects when the store does not respond.
   */
  find(host: string, slug: string): ServedLink | undefined | Promise<ServedLink | undefined>
}
