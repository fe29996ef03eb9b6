import { localTime } from '../../ui/text/local-time.ts'
import { CARDS, type Card } from '../card-tabs.ts'
import type { Share } from './queries.ts'

export const ALL_CARDS = Object.keys(CARDS) as Card[]

/** The fields of the form of a public page. */
export interface ShareDraft {
  readonly cards: readonly Card[]
  readonly showVisits: boolean
  /** A new password; empty for none, or for the present one. */
  readonly password: string
  readonly removesPassword: boolean
  /** The last day; empty for none. */
  readonly expires: string
  /** Separated by whitespace. */
  readonly origins: string
}

/** Returns the fields of a page, or of a new one. */
export const draftOf = (share: Share | undefined): ShareDraft => ({
  cards: share?.cards ?? ALL_CARDS,
  showVisits: share?.showVisits ?? false,
  password: '',
  removesPassword: false,
  expires: lastDayOf(share),
  origins: share?.origins.join('\n') ?? '',
})

const lastDayOf = (share: Share | undefined) =>
  share?.expiresAt == null ? '' : localTime(share.expiresAt).slice(0, 10)

/** Returns what the form sends, without the password. An unchanged last day keeps its time. */
export const inputOf = ({ cards, showVisits, expires, origins }: ShareDraft, share: Share | undefined) => ({
  cards: [...cards],
  showVisits,
  expiresAt: expires === lastDayOf(share) ? (share?.expiresAt ?? null) : endOfDay(expires),
  origins: origins.split(/\s+/).filter(Boolean),
})

const endOfDay = (day: string) => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString())
