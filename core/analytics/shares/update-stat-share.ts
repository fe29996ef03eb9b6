import { err, ok, ResultAsync, safeTry } from 'neverthrow'
import { z } from 'zod'
import { givenNames } from '../../audit/changes.ts'
import type { StatShareId } from '../../kernel/ids.ts'
import { definedOnly, id } from '../../kernel/input.ts'
import { hashingFor, hashPassword } from '../../links/bulk/hash-passwords.ts'
import { PASSWORD_WORDS } from '../../links/option-inputs.ts'
import { defineUseCase } from '../../use-case.ts'
import { namedShare } from './named-share.ts'
import { CARDS_WORDS, ORIGINS_WORDS, PAST, shareInput, VISITS_WORDS } from './share-input.ts'

/** Changes what a page of shared statistics shows and who may read it. Its URL stays, and so does the link or the tag that it covers. */
export const updateStatShare = defineUseCase({
  name: 'updateStatShare',
  access: 'user',
  scope: 'links:write',
  // Otherwise a key could publish what it may not read.
  scopesOf: () => ['analytics:read'],
  input: z.object({
    id: id<StatShareId>().describe("The share's id."),
    cards: shareInput.cards.optional().describe(`${CARDS_WORDS}.`),
    showVisits: shareInput.showVisits.optional().describe(`${VISITS_WORDS}.`),
    password: shareInput.password.describe(`${PASSWORD_WORDS}; null removes it.`),
    expiresAt: shareInput.expiresAt.describe('When the page expires, in ISO 8601 with a time zone; null for never.'),
    origins: shareInput.origins.optional().describe(`${ORIGINS_WORDS}.`),
  }),
  prepare: (ports, caller, fields, isGone) => hashPassword(hashingFor(ports, caller, isGone), fields),
  run: (ports, { owner }, { id, ...changes }) =>
    safeTry(async function* () {
      const { store, clock } = ports
      if (changes.expiresAt != null && changes.expiresAt <= clock.now()) return err(PAST)
      const cards = changes.cards && [...new Set(changes.cards)]
      const record = yield* ResultAsync.fromSafePromise(
        store.statShares.updateOwned(owner, id, definedOnly({ ...changes, cards })),
      )
      const share = record && (await namedShare(ports, record))
      return share === undefined ? err({ type: 'not-found' as const, what: 'Stat share' as const }) : ok(share)
    }),
  audit: ({ id }, { passwordHash, ...fields }) => [
    { kind: 'STAT_SHARE', id, changed: givenNames({ ...fields, password: passwordHash }) },
  ],
})
