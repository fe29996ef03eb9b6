import type { Hit, HitId, LinkId } from '@shortlink/core'
import { type FactDimension, visitValue } from '@shortlink/core/adapter'
import type { Sums } from '@shortlink/core/ports'
import { ROLL_DIMENSIONS } from '../expressions/roll-dimensions.ts'

/** The sums of visits that share a stored row or value; its columns depend on `kind`. */
export interface SharedRow extends Sums {
  readonly kind: 'agent' | 'place' | 'referrer' | 'destination' | 'campaign' | 'own' | 'ref' | 'quarter' | 'link'
  readonly c1: string | null
  readonly c2: string | null
  readonly c3: string | null
  readonly c4: string | null
  readonly c5: string | null
}

/** A visit without any known fact. */
const UNKNOWN: Hit = {
  id: '0' as HitId,
  link: '' as LinkId,
  at: 0,
  ip: '',
  type: 'IPv4',
  userAgent: null,
  referrer: null,
  rule: null,
  redirectedTo: null,
  language: null,
  utm: null,
  ref: null,
  firstToday: null,
  country: null,
  continent: null,
  region: null,
  subdivision: null,
  city: null,
  postal: null,
  timezone: null,
  isp: null,
  browser: null,
  os: null,
  device: 'other',
  bot: false,
}

const named = (name: string | null) => (name === null ? null : { name, version: null })

interface Kind {
  readonly dimensions: readonly FactDimension[]
  readonly visit: (row: SharedRow) => Partial<Hit>
}

const KINDS: Readonly<Record<Exclude<SharedRow['kind'], 'quarter' | 'link'>, Kind>> = {
  agent: {
    dimensions: ['BROWSER', 'OS', 'DEVICE'],
    visit: ({ c1, c2, c3 }) => ({ browser: named(c1), os: named(c2), device: (c3 ?? 'other') as Hit['device'] }),
  },
  place: {
    dimensions: ['COUNTRY', 'CONTINENT', 'REGION', 'CITY'],
    visit: ({ c1, c2, c3, c4, c5 }) => ({ country: c1, continent: c2, region: c3, subdivision: c4, city: c5 }),
  },
  referrer: { dimensions: ['REFERRER'], visit: ({ c1 }) => ({ referrer: c1 }) },
  destination: { dimensions: ['DESTINATION'], visit: ({ c1 }) => ({ redirectedTo: c1 }) },
  campaign: {
    dimensions: ['UTM_SOURCE', 'UTM_MEDIUM', 'UTM_CAMPAIGN', 'UTM_TERM', 'UTM_CONTENT'],
    visit: ({ c1, c2, c3, c4, c5 }) => ({ utm: { source: c1, medium: c2, campaign: c3, term: c4, content: c5 } }),
  },
  own: {
    dimensions: ['LANGUAGE', 'RULE'],
    visit: ({ c1, c2 }) => ({ language: c1, rule: c2 === null ? null : Number(c2) }),
  },
  ref: { dimensions: ['REF'], visit: ({ c1 }) => ({ ref: c1 }) },
}

/** Returns the values of a row, each with the number of its dimension; empty if unknown. */
export function* valuesOf(row: SharedRow): Generator<readonly [dimension: number, value: string]> {
  if (row.kind === 'quarter') return yield [ROLL_DIMENSIONS.QUARTER, row.c1 ?? '']
  if (row.kind === 'link') return yield [ROLL_DIMENSIONS.LINK, row.c1 ?? '']
  const { dimensions, visit } = KINDS[row.kind]
  const hit = { ...UNKNOWN, ...visit(row) }
  for (const dimension of dimensions) yield [ROLL_DIMENSIONS[dimension], visitValue(hit, dimension) ?? '']
}
