import { err, ok, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { HashWaiter } from '../../identity/credentials.port.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { text, withDefault } from '../../kernel/input.ts'
import { defineUseCase } from '../../use-case.ts'
import { countVisits } from '../analytics.ts'
import type { AnalyticsAnswer } from '../analytics-answer.ts'
import { AnalyticsInput } from '../analytics-input.ts'
import { findShare, MAX_TOKEN_LENGTH } from './find-share.ts'
import { namedShare } from './named-share.ts'
import { checkPassword, hasAccess, newAccess } from './share-password.ts'
import { type SharedVisit, toSharedVisit } from './shared-visit.ts'
import { CARD_DIMENSIONS, type NamedStatShare } from './stat-share.ts'

const MAX_PASSWORD_LENGTH = 1024
const MAX_ACCESS_LENGTH = 200
const MAX_VISITS = 100

const { from, to, timeZone, bots, series, previous, breakdowns } = AnalyticsInput.shape

/** Arguments that say which share is read. */
const sharedBy = {
  token: text('token', { max: MAX_TOKEN_LENGTH }).describe(
    `The last part of the page's URL, at most ${MAX_TOKEN_LENGTH} characters.`,
  ),
  password: text('password', { max: MAX_PASSWORD_LENGTH })
    .nullish()
    .describe(
      `The password of a protected page, at most ${MAX_PASSWORD_LENGTH} characters. A missing or wrong password returns FORBIDDEN.`,
    ),
  access: text('access', { max: MAX_ACCESS_LENGTH })
    .nullish()
    .describe(
      `The access of an earlier response, instead of the password, for half a day; at most ${MAX_ACCESS_LENGTH} characters.`,
    ),
}

/** Shared statistics: their name and cards, the numbers, and the requested recent visits. */
export interface SharedAnalytics extends AnalyticsAnswer {
  /** Stands for the password in later calls, so that they hash none; null without a password. */
  readonly access: string | null
  readonly share: Pick<NamedStatShare, 'name' | 'cards' | 'showVisits' | 'expiresAt'> & {
    readonly of: 'LINK' | 'TAG' | 'ALL'
  }
  /** Newest first; undefined unless requested. */
  readonly visits: readonly SharedVisit[] | undefined
}

/** The error is the same for an unknown, a revoked and an expired share, and for one of a disabled account or a deleted link. */
const NOT_FOUND: ErrorOf<'not-found'> = { type: 'not-found', what: 'Page' }

/**
 * The numbers of shared statistics, for anyone who has the token and the password, if there is one. The share decides whose visits count,
 * which dimensions it shows and whether it lists visits: no argument selects links or filters visits.
 */
export const sharedAnalytics = defineUseCase({
  name: 'sharedAnalytics',
  access: 'anyone',
  scope: null,
  demand: 'long-read',
  input: z.object({
    ...sharedBy,
    ...{ from, to, timeZone, bots, series, previous, breakdowns },
    visits: withDefault(
      z
        .int('visits must be a whole number')
        .min(0, 'visits must not be negative')
        .max(MAX_VISITS, `visits must be at most ${MAX_VISITS}`),
      0,
    ).describe(`Number of recent visits, newest first, at most ${MAX_VISITS}.`),
    visitor: z.custom<HashWaiter>().optional(),
  }),
  run: (ports, { client }, { token, password, access, visitor = { of: client?.ip }, visits, ...asked }) =>
    safeTry(async function* () {
      const record = await findShare(ports, token)
      const share = record && (await namedShare(ports, record))
      if (record === undefined || share === undefined) return err(NOT_FOUND)
      const isAdmitted = access != null && hasAccess(ports, record, access)
      if (!isAdmitted) yield* await checkPassword(ports, record, password, visitor)
      const shown = share.cards.flatMap((card) => CARD_DIMENSIONS[card])
      const hidden = asked.breakdowns.find(({ by }) => !shown.includes(by))
      if (hidden !== undefined) return err(notShared('breakdowns', `${hidden.by} is`))
      if (visits > 0 && !share.showVisits) return err(notShared('visits', 'visits are'))
      const links = {
        linkIds: share.linkId === null ? null : [share.linkId],
        // Its current name: tags are matched by their name.
        tags: share.tagId === null || share.name === null ? null : [share.name],
      }
      const answer = yield* countVisits(ports, share.owner, { ...asked, ...links, where: [] })
      const selection = { owner: share.owner, ids: links.linkIds, tags: links.tags, domain: null }
      const newest = visits === 0 ? undefined : await ports.store.hitStream.newest(selection, visits)
      const { name, cards, showVisits, expiresAt } = share
      const of = share.linkId !== null ? 'LINK' : share.tagId !== null ? 'TAG' : 'ALL'
      const shared: SharedAnalytics = {
        ...answer,
        access: newAccess(ports, record),
        share: { name, cards, showVisits, expiresAt, of },
        visits: newest?.map((hit) => toSharedVisit(hit, cards)),
      }
      return ok(shared)
    }),
})

const notShared = (path: 'breakdowns' | 'visits', subject: string): ErrorOf<'invalid-input'> => ({
  type: 'invalid-input',
  path,
  message: `${subject} not shared on this page`,
})
