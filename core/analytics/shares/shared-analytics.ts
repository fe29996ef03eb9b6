import { err, ok, type Result, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { HashWaiter, Passwords, Secrets } from '../../identity/credentials.port.ts'
import type { Instant } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { text } from '../../kernel/input.ts'
import { LinkPassword } from '../../links/option-inputs.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { countVisits } from '../analytics.ts'
import type { AnalyticsAnswer } from '../analytics-answer.ts'
import { AnalyticsInput } from '../analytics-input.ts'
import { namedShare } from './named-share.ts'
import { CARD_DIMENSIONS, type NamedStatShare } from './stat-share.ts'
import type { StatShareRecord } from './stat-shares.port.ts'

/** Well above the length of any token. */
const MAX_TOKEN_LENGTH = 200
const MAX_PASSWORD_LENGTH = 1024
const MAX_ACCESS_LENGTH = 200
/** How long {@link SharedAnalytics.access} stands for the password. */
const ACCESS_MS = 12 * 60 * 60 * 1000

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

/** Shared statistics: their name and cards, and the numbers. */
export interface SharedAnalytics extends AnalyticsAnswer {
  /** Stands for the password in later calls, so that they hash none; null without a password. */
  readonly access: string | null
  readonly share: Pick<NamedStatShare, 'name' | 'cards' | 'expiresAt'> & { readonly of: 'LINK' | 'TAG' | 'ALL' }
}

/** The error is the same for an unknown, a revoked and an expired share, and for one of a disabled account or a deleted link. */
const NOT_FOUND: ErrorOf<'not-found'> = { type: 'not-found', what: 'Page' }

/**
 * The numbers of shared statistics, for anyone who has the token and the password, if there is one. The share decides whose visits count and
 * which dimensions it shows: no argument selects links or filters visits.
 */
export const sharedAnalytics = defineUseCase({
  name: 'sharedAnalytics',
  access: 'anyone',
  scope: null,
  demand: 'long-read',
  input: z.object({
    ...sharedBy,
    ...{ from, to, timeZone, bots, series, previous, breakdowns },
    visitor: z.custom<HashWaiter>().optional(),
  }),
  run: (ports, { client }, { token, password, access, visitor = { of: client?.ip }, ...asked }) =>
    safeTry(async function* () {
      const { store, clock, digest, secrets } = ports
      const record = await store.statShares.find(digest(token), clock.now())
      const share = record && (await namedShare(ports, record))
      if (record === undefined || share === undefined) return err(NOT_FOUND)
      const isAdmitted = access != null && hasAccess(ports, record, access)
      if (!isAdmitted) yield* await checkPassword(ports, record, password, visitor)
      const shown = share.cards.flatMap((card) => CARD_DIMENSIONS[card])
      const hidden = asked.breakdowns.find(({ by }) => !shown.includes(by))
      if (hidden !== undefined) return err(notShared(hidden.by))
      const links = {
        linkIds: share.linkId === null ? null : [share.linkId],
        // Its current name: tags are matched by their name.
        tags: share.tagId === null || share.name === null ? null : [share.name],
      }
      const answer = yield* countVisits(ports, share.owner, { ...asked, ...links, where: [] })
      const { name, cards, expiresAt } = share
      const of = share.linkId !== null ? 'LINK' : share.tagId !== null ? 'TAG' : 'ALL'
      const shared: SharedAnalytics = {
        ...answer,
        access: record.passwordHash === null ? null : accessTo(secrets, record, clock.now() + ACCESS_MS),
        share: { name, cards, expiresAt, of },
      }
      return ok(shared)
    }),
})

const notShared = (by: string): ErrorOf<'invalid-input'> => ({
  type: 'invalid-input',
  path: 'breakdowns',
  message: `${by} is not shared on this page`,
})

/** An expiry and its HMAC, which ends with the password. The share itself is read at each call, so revoking it ends the access, too. */
const accessTo = ({ digest }: Pick<Secrets, 'digest'>, share: StatShareRecord, until: Instant) =>
  `${until}.${digest(`stat share ${share.digest} ${share.passwordHash} until ${until}`)}`

function hasAccess({ secrets, clock }: Pick<Ports, 'secrets' | 'clock'>, share: StatShareRecord, access: string) {
  const until = Number.parseInt(access, 10)
  return until > clock.now() && secrets.equal(access, accessTo(secrets, share, until))
}

type PasswordError = ErrorOf<'link-password-required' | 'wrong-link-password' | 'overloaded'>

/** A password that no share can have is wrong without a comparison. */
async function checkPassword(
  { passwords }: { readonly passwords: Pick<Passwords, 'verify'> },
  { passwordHash }: StatShareRecord,
  given: string | null | undefined,
  visitor: HashWaiter,
): Promise<Result<void, PasswordError>> {
  if (passwordHash === null) return ok()
  if (given == null) return err({ type: 'link-password-required' })
  const password = LinkPassword.safeParse(given)
  if (!password.success) return err({ type: 'wrong-link-password' })
  const verdict = await passwords.verify(passwordHash, password.data, 'visitor', visitor)
  if (verdict.isErr()) return err(verdict.error)
  return verdict.value === 'wrong' ? err({ type: 'wrong-link-password' }) : ok()
}

/** The ports that find a share by its token. */
export interface SharePorts extends Pick<Ports, 'clock' | 'digest'> {
  readonly store: Pick<Ports['store'], 'statShares'>
}

/** The id of a share with a password, which counts guesses; undefined if there is none to guess. */
export async function shareWithPassword(
  { store, clock, digest }: SharePorts,
  token: string,
): Promise<string | undefined> {
  const share = token.length > MAX_TOKEN_LENGTH ? undefined : await store.statShares.find(digest(token), clock.now())
  return share?.passwordHash == null ? undefined : share.id
}

/** The origins that may embed the page of a share; none for an unknown one. */
export async function embeddingOrigins(
  { store, clock, digest }: SharePorts,
  token: string,
): Promise<readonly string[]> {
  if (token.length > MAX_TOKEN_LENGTH) return []
  return (await store.statShares.find(digest(token), clock.now()))?.origins ?? []
}
