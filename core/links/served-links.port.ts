import type { CompiledRules } from './rules/compile-rules.ts'
import type { ServableLink } from './served-fields.ts'

/** A link ready to be served: addresses checked and encoded, rules compiled. */
export interface ServedLink extends Omit<ServableLink, 'rules' | 'hitCount'> {
  /** The target as a `Location` header carries it; null when it is no http(s) address, or the link is disabled. */
  readonly location: string | null
  /** Null when the link has none, or is disabled. */
  readonly rules: CompiledRules | null
  /** Hits as of the last read of the store, plus those recorded by this server since; `visits` rules compare it. */
  hitCount: number
}

/** Links for visitors, cached in memory. */
export interface ServedLinks {
  /**
   * Synchronous when cached, else a promise. `host` is the Host header: a verified custom domain has a namespace of its own, the
   * service's own hosts the default one, and any other host none. Rejects when the store does not answer.
   */
  find(host: string, slug: string): ServedLink | undefined | Promise<ServedLink | undefined>
}
