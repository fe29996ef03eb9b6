import type { Hit } from '../../hits/hit.ts'
import type { Instant } from '../../kernel/caller.ts'
import { visitValue } from '../visit-value.ts'
import type { StatCard } from './stat-share.ts'

/** The part of a visit on a shared page: its time, and the facts of the selected cards. Other and unknown facts are null. */
export interface SharedVisit {
  readonly at: Instant
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null
  /** Name in English. */
  readonly region: string | null
  readonly city: string | null
  /** `desktop`, `mobile`, `tablet`, `bot` or `other`. */
  readonly device: string | null
  /** Name without version. */
  readonly browser: string | null
  /** Name without version. */
  readonly os: string | null
  /** Host of the referring page. */
  readonly referrer: string | null
  readonly campaign: string | null
}

/** The shared part of a visit. Lists each member, so that a new fact of visits is never shared by accident. */
export function toSharedVisit(hit: Hit, cards: readonly StatCard[]): SharedVisit {
  const of = <Value>(card: StatCard, value: Value) => (cards.includes(card) ? value : null)
  return {
    at: hit.at,
    country: of('LOCATIONS', visitValue(hit, 'COUNTRY')),
    region: of('LOCATIONS', withoutCountry(visitValue(hit, 'REGION'))),
    city: of('LOCATIONS', withoutCountry(visitValue(hit, 'CITY'))),
    device: of('DEVICES', visitValue(hit, 'DEVICE')),
    browser: of('DEVICES', visitValue(hit, 'BROWSER')),
    os: of('DEVICES', visitValue(hit, 'OS')),
    referrer: of('SOURCES', visitValue(hit, 'REFERRER')),
    campaign: of('SOURCES', visitValue(hit, 'UTM_CAMPAIGN')),
  }
}

/** `California` for `US/California`. */
const withoutCountry = (place: string | null) => place?.slice(place.indexOf('/') + 1) ?? null
