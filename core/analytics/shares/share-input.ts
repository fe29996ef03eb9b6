import { z } from 'zod'
import { boundedList, instant } from '../../kernel/input.ts'
import { LinkPassword } from '../../links/option-inputs.ts'
import { STAT_CARDS } from './stat-share.ts'

const MAX_ORIGINS = 10
const MAX_ORIGIN_LENGTH = 253 + 'https://:65535'.length

const card = z.enum(STAT_CARDS, `cards must be of ${STAT_CARDS.join(', ')}`)

const origin = z
  .string('origins must be texts')
  .max(MAX_ORIGIN_LENGTH, `origins must have at most ${MAX_ORIGIN_LENGTH} characters`)
  .refine(
    // No other text can end the directive of a header, or allow more than one host.
    (value) => /^https?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/.test(value),
    'origins must be of the form https://example.com, in lower case and without a path',
  )

/** The fields of a share that its owner chooses, without defaults and descriptions. */
export const shareInput = {
  cards: boundedList(card, STAT_CARDS.length, {
    type: 'cards must be a list',
    tooLong: `cards takes at most ${STAT_CARDS.length} items`,
  }),
  showVisits: z.boolean('showVisits must be true or false'),
  password: LinkPassword.nullish(),
  expiresAt: instant('expiresAt').nullish(),
  origins: boundedList(origin, MAX_ORIGINS, {
    type: 'origins must be a list',
    tooLong: `origins takes at most ${MAX_ORIGINS} items`,
  }),
}

export const CARDS_WORDS = `The cards below the chart, at most ${STAT_CARDS.length}`
export const VISITS_WORDS =
  'Whether the page lists recent visits, each with its time and the facts of the selected cards'
export const ORIGINS_WORDS = `Origins of websites that may embed the page in a frame, such as https://example.com, at most ${MAX_ORIGINS}`
export const PAST = {
  type: 'invalid-input',
  path: 'expiresAt',
  message: 'expiresAt must be in the future',
} as const
