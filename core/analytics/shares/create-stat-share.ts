import { err, ok, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { LinkId, TagId } from '../../kernel/ids.ts'
import { id, withDefault } from '../../kernel/input.ts'
import { hashingFor, hashPassword } from '../../links/bulk/hash-passwords.ts'
import { PASSWORD_WORDS } from '../../links/option-inputs.ts'
import { defineUseCase } from '../../use-case.ts'
import { namedShare } from './named-share.ts'
import { CARDS_WORDS, ORIGINS_WORDS, PAST, shareInput, VISITS_WORDS } from './share-input.ts'
import { type NamedStatShare, SHARES_PER_ACCOUNT, STAT_CARDS } from './stat-share.ts'

/** Characters of base64url: 132 bits. */
const TOKEN_LENGTH = 22

const input = z
  .object({
    linkId: id<LinkId>('linkId').nullish().describe("The link, by id; all of the caller's links if omitted."),
    tagId: id<TagId>('tagId').nullish().describe('The tag of the links, by id, instead of one link.'),
    cards: withDefault(shareInput.cards, [...STAT_CARDS]).describe(`${CARDS_WORDS}; all if omitted.`),
    showVisits: withDefault(shareInput.showVisits, false).describe(`${VISITS_WORDS}; false if omitted.`),
    password: shareInput.password.describe(`${PASSWORD_WORDS}.`),
    expiresAt: shareInput.expiresAt.describe('When the page expires, in ISO 8601 with a time zone; never if omitted.'),
    origins: withDefault(shareInput.origins, []).describe(`${ORIGINS_WORDS}.`),
  })
  .refine(({ linkId, tagId }) => linkId == null || tagId == null, {
    path: ['tagId'],
    message: 'linkId and tagId cannot be combined; send only one',
  })

/** A new share with its URL, which no later response has. */
export interface NewStatShare {
  readonly share: NamedStatShare
  readonly url: string
}

/** Shares statistics of a link, of the links with a tag, or of all links with anyone who has the URL. */
export const createStatShare = defineUseCase({
  name: 'createStatShare',
  access: 'user',
  scope: 'links:write',
  // Otherwise a key could publish what it may not read.
  scopesOf: () => ['analytics:read'],
  // The outcome has the token, which must not be stored.
  replayed: false,
  demand: 'creates',
  input,
  prepare: (ports, caller, fields, isGone) => hashPassword(hashingFor(ports, caller, isGone), fields),
  run: (
    ports,
    { owner },
    { linkId = null, tagId = null, expiresAt = null, cards, showVisits, origins, passwordHash = null },
  ) =>
    safeTry(async function* () {
      const { store, ids, clock, digest, policy } = ports
      const createdAt = clock.now()
      if (expiresAt !== null && expiresAt <= createdAt) return err(PAST)
      // The digest of two random ids has more than the 128 bits that are left of it.
      const token = digest(ids.token() + ids.token()).slice(0, TOKEN_LENGTH)
      const record = {
        ...{ id: ids.statShare(), owner, linkId, tagId, cards: [...new Set(cards)], showVisits },
        ...{ expiresAt, origins, createdAt, digest: digest(token), passwordHash },
      }
      const share = await namedShare(ports, record)
      if (share === undefined) return err(missing(linkId === null ? 'Tag' : 'Shortlink'))
      const isRoom = yield* ResultAsync.fromSafePromise(store.statShares.insert(record, SHARES_PER_ACCOUNT))
      const created: NewStatShare = { share, url: `${policy.appUrl}/dash/shared/${token}` }
      return isRoom ? ok(created) : err(FULL)
    }),
  audit: ({ share }) => [{ kind: 'STAT_SHARE', id: share.id }],
})

const missing = (what: 'Shortlink' | 'Tag'): ErrorOf<'not-found'> => ({ type: 'not-found', what })

const FULL: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: '',
  message: `An account can have at most ${SHARES_PER_ACCOUNT} stat shares; revoke one first`,
}
