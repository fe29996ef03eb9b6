import type { Agent, Place } from '../../hits/hit.ts'
import type { Visitors } from '../../hits/hits.port.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { LinkId } from '../../kernel/ids.ts'
import { type Address, parseAddress } from '../../kernel/ip-address.ts'
import type { Visitor } from '../visitor.ts'
import { preferredLanguage } from './conditions/language.ts'
import { foldName } from './conditions/place.ts'
import { hostOf } from './conditions/referrer.ts'
import { drawOf } from './draw.ts'
import type { Facts } from './facts.ts'
import { parseQuery, type QueryParameters } from './query-parameters.ts'

/** What is known of the link being followed. */
interface Followed {
  readonly id: LinkId
  readonly hitCount: number
}

/**
 * The facts of one visit, each worked out when a rule first asks for it and kept for the rules after it.
 * A class, since one is made at every visit to a link with rules and closures would cost more than the rules.
 */
export class VisitFacts implements Facts {
  readonly now: Instant
  readonly #visitors: Visitors
  readonly #link: Followed
  readonly #visitor: Visitor
  #draw: number | undefined
  #agent: Agent | null | undefined
  #place: Place | undefined
  #city: string | null | undefined
  #language: string | null | undefined
  #query: QueryParameters | undefined
  #referrerHost: string | null | undefined
  #address: Address | null | undefined

  constructor(visitors: Visitors, link: Followed, visitor: Visitor, now: Instant) {
    this.#visitors = visitors
    this.#link = link
    this.#visitor = visitor
    this.now = now
  }

  get visits(): number {
    return this.#link.hitCount
  }

  get draw(): number {
    this.#draw ??= drawOf(this.#link.id, this.#visitor.ip, this.#visitor.userAgent)
    return this.#draw
  }

  get agent(): Agent | null {
    const { userAgent } = this.#visitor
    if (this.#agent === undefined) this.#agent = userAgent ? this.#visitors.agent(userAgent) : null
    return this.#agent
  }

  get place(): Place {
    this.#place ??= this.#visitors.place(this.#visitor.ip)
    return this.#place
  }

  get city(): string | null {
    if (this.#city === undefined) this.#city = this.place.city && foldName(this.place.city)
    return this.#city
  }

  get language(): string | null {
    if (this.#language === undefined) this.#language = preferredLanguage(this.#visitor.acceptLanguage)
    return this.#language
  }

  get query(): QueryParameters {
    this.#query ??= parseQuery(this.#visitor.query)
    return this.#query
  }

  get referrerHost(): string | null {
    if (this.#referrerHost === undefined) this.#referrerHost = hostOf(this.#visitor.referrer)
    return this.#referrerHost
  }

  get address(): Address | null {
    if (this.#address === undefined) this.#address = parseAddress(this.#visitor.ip) ?? null
    return this.#address
  }
}
