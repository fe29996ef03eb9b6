import type { Agent, Place } from '../../hits/hit.ts'
import type { Visitors } from '../../hits/hits.port.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { LinkId } from '../../kernel/ids.ts'
import { type Address, parseAddress } from '../../kernel/ip-address.ts'
import type { Visitor } from '../visitor.ts'
import { bucketOf } from './bucket.ts'
import { preferredLanguage } from './conditions/language.ts'
import { foldName } from './conditions/place.ts'
import { hostOf } from './conditions/referrer.ts'
import type { Facts } from './facts.ts'
import { parseQuery, type QueryParameters } from './query-parameters.ts'

/** The followed link. */
interface Followed {
  readonly id: LinkId
  readonly hitCount: number
}

/**
 * The facts of one visit, computed on first access and cached. A class, since one is created per visit to a link with rules, and closures
 * would cost more than evaluating the rules.
 */
export class VisitFacts implements Facts {
  readonly now: Instant
  readonly #visitors: Visitors
  readonly #link: Followed
  readonly #visitor: Visitor
  #bucket: number | undefined
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

  get bucket(): number {
    this.#bucket ??= bucketOf(this.#link.id, this.#visitor.ip, this.#visitor.userAgent)
    return this.#bucket
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
