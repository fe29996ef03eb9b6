import type { Agent, DeviceClass, Place, Software } from '../../hits/hit.ts'
import type { Instant } from '../../kernel/caller.ts'
import { type Address, parseAddress } from '../../kernel/ip-address.ts'
import { preferredLanguage } from './conditions/language.ts'
import { foldName } from './conditions/place.ts'
import { hostOf } from './conditions/referrer.ts'
import type { Facts } from './facts.ts'
import { parseQuery, type QueryParameters } from './query-parameters.ts'

/**
 * A visitor of a simulation. An omitted field is unknown; null means that the visitor has no such value, as far as the server can find out.
 */
export interface SimulatedVisitor {
  /** The time of the visit. */
  readonly at?: Instant | undefined
  /** The link's hit count before the visit. */
  readonly visits?: number | undefined
  /** The random number of percent rules, an integer from 0 to 99. */
  readonly draw?: number | undefined
  readonly device?: DeviceClass | null | undefined
  /** The name of the operating system, such as `iOS`. */
  readonly os?: string | null | undefined
  /** The name of the browser, such as `Firefox`. */
  readonly browser?: string | null | undefined
  /** ISO 3166-1 alpha-2, in upper case. */
  readonly country?: string | null | undefined
  /** A code of two letters, in upper case, such as `EU`. */
  readonly continent?: string | null | undefined
  /** ISO 3166-2, such as `US-CA`. */
  readonly region?: string | null | undefined
  readonly city?: string | null | undefined
  /** A language tag such as `pt-BR`, or an `Accept-Language` header. */
  readonly language?: string | null | undefined
  /** The query string without `?`; may be empty. */
  readonly query?: string | undefined
  /** The URL of the page with the link. */
  readonly referrer?: string | null | undefined
  readonly ip?: string | null | undefined
}

/** Thrown when a condition reads an unknown fact. */
const UNKNOWN = Symbol('unknown')

/** The outcome of a condition for a simulated visitor; `unknown` if it depends on a field that is left out. */
export function outcomeFor(
  condition: (facts: Facts) => boolean | undefined,
  facts: SimulatedFacts,
): boolean | undefined | 'unknown' {
  try {
    return condition(facts)
  } catch (thrown) {
    if (thrown === UNKNOWN) return 'unknown'
    throw thrown
  }
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw UNKNOWN
  return value
}

const named = (name: string | null | undefined): Software | null => {
  const given = known(name)
  return given === null ? null : { name: given, version: null }
}

/** The facts of a {@link SimulatedVisitor}, with the interface of a visit's facts. Throws for unknown facts. */
export class SimulatedFacts implements Facts {
  readonly #visitor: SimulatedVisitor

  constructor(visitor: SimulatedVisitor) {
    this.#visitor = visitor
  }

  get now(): Instant {
    return known(this.#visitor.at)
  }

  get visits(): number {
    return known(this.#visitor.visits)
  }

  get bucket(): number {
    return known(this.#visitor.draw)
  }

  /** An agent with lazy members, since some may be known and others not. */
  get agent(): Agent {
    const visitor = this.#visitor
    return {
      // Conditions treat null as unknown, as for a visit without a user agent.
      get device() {
        return known(visitor.device) as DeviceClass
      },
      get os() {
        return named(visitor.os)
      },
      get browser() {
        return named(visitor.browser)
      },
      bot: visitor.device === 'bot',
    }
  }

  get place(): Place {
    const visitor = this.#visitor
    return {
      get country() {
        return known(visitor.country)
      },
      get continent() {
        return known(visitor.continent)
      },
      get region() {
        return known(visitor.region)
      },
      get city() {
        return known(visitor.city)
      },
      ...{ subdivision: null, postal: null, timezone: null, isp: null },
    }
  }

  get city(): string | null {
    return this.place.city && foldName(this.place.city)
  }

  get language(): string | null {
    return preferredLanguage(known(this.#visitor.language))
  }

  get query(): QueryParameters {
    return parseQuery(known(this.#visitor.query))
  }

  get referrerHost(): string | null {
    return hostOf(known(this.#visitor.referrer))
  }

  get address(): Address | null {
    return parseAddress(known(this.#visitor.ip) ?? '') ?? null
  }
}
