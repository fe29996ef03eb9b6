import type { Link } from './link.ts'
import type { CompiledRules } from './rules/compile-rules.ts'

/** A link as visitors meet it, ready to be served: addresses checked and encoded, rules compiled. */
export interface ServedLink extends Pick<Link, 'id' | 'hostname' | 'slug' | 'target' | 'enableTracking'> {
  /** The target as a `Location` header carries it; null when it is no http(s) address, or the link is disabled. */
  readonly location: string | null
  /** Its target and rules lead nowhere then. */
  readonly disabled: boolean
  /** Null when there are none, so that most links cost nothing here. */
  readonly rules: CompiledRules | null
  /** Hits as of the last look at the store, plus those recorded here since: what `visits` rules compare. */
  hitCount: number
}

/** The links that visitors can meet, warm ones in memory. */
export interface ServedLinks {
  /**
   * At once when warm, else a promise. `host` is the Host header: a verified custom domain has a namespace of its own, the service's
   * own hosts the default one, and any other host none. Rejects when the store cannot be asked.
   */
  find(host: string, slug: string): ServedLink | undefined | Promise<ServedLink | undefined>
}
