import type { Dimension } from './visits-filter.ts'

/** A view of a card: a dimension or the map of countries. */
export type CardTab = Dimension | 'MAP'

/** The cards of the page and their tabs; the first tab is open initially. */
export const CARDS = {
  SOURCES: ['REFERRER', 'UTM_CAMPAIGN', 'UTM_SOURCE', 'UTM_MEDIUM', 'REF'],
  LOCATIONS: ['MAP', 'COUNTRY', 'REGION', 'CITY'],
  DEVICES: ['DEVICE', 'BROWSER', 'OS'],
  ACTIVITY: ['HOUR_OF_WEEK', 'WEEKDAY', 'LANGUAGE', 'RULE', 'DESTINATION'],
} as const satisfies Record<string, readonly CardTab[]>
export type Card = keyof typeof CARDS

export type OpenTabs = Readonly<Record<Card, CardTab>>

export const FIRST_TABS: OpenTabs = {
  SOURCES: 'REFERRER',
  LOCATIONS: 'MAP',
  DEVICES: 'DEVICE',
  ACTIVITY: 'HOUR_OF_WEEK',
}

/** The dimension that a tab shows. */
export const dimensionOf = (tab: CardTab): Dimension => (tab === 'MAP' ? 'COUNTRY' : tab)
