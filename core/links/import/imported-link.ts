import type { Result } from 'neverthrow'
import { z } from 'zod'
import { Hostname } from '../../domains/domain.ts'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { boundedList, instant } from '../../kernel/input.ts'
import type { Hashed } from '../bulk/hash-passwords.ts'
import { type DraftPorts, draftLink, type LinkDraft } from '../create/draft-link.ts'
import { ALIASES_PER_LINK, newLinkFields, Slug } from '../link.ts'
import { endsAfterStart, stateInputs } from '../option-inputs.ts'

const { domainId: _domain, reuse: _reuse, ...newFields } = newLinkFields
const count = (name: string) => z.int(`${name} must be a whole number`).min(0, `${name} must not be negative`).nullish()

/**
 * A link of another service or an earlier export, with its times, counts and aliases. A disabled one stays closed to visitors until an
 * operator enables it.
 */
export const ImportedLink = z
  .object({
    ...newFields,
    ...stateInputs,
    slug: Slug,
    hostname: Hostname.nullish(),
    hitCount: count('hitCount'),
    visitsLeft: count('visitsLeft').describe('Remaining visits of `maxVisits`; all if omitted.'),
    createdAt: instant('createdAt').nullish(),
    updatedAt: instant('updatedAt').nullish(),
    disabled: z.boolean('disabled must be true or false').nullish(),
    aliases: boundedList(Slug, ALIASES_PER_LINK, {
      type: 'aliases must be a list',
      tooLong: `aliases takes at most ${ALIASES_PER_LINK} items`,
    }).nullish(),
  })
  .superRefine(endsAfterStart)
export type ImportedLink = z.output<typeof ImportedLink>

export interface ImportDraft extends LinkDraft {
  readonly isDisabled: boolean
  /** Slugs to add once the link is stored. */
  readonly aliases: readonly string[]
}

/** A draft of the link on the hostname that was found for it. */
export function draftImported<E>(
  ports: DraftPorts,
  caller: User,
  fields: Hashed<ImportedLink>,
  hostname: Result<string, E>,
): Result<ImportDraft, E | ErrorOf<'slug-reserved' | 'invalid-input'>> {
  const { hitCount, visitsLeft, createdAt, updatedAt, enabled = true, archived = false, disabled, aliases } = fields
  return draftLink(ports, caller, fields, hostname).map(({ link, ...draft }) => ({
    ...draft,
    link: {
      ...link,
      enabled,
      archived,
      createdAt: createdAt ?? link.createdAt,
      updatedAt: updatedAt ?? createdAt ?? link.createdAt,
      hitCount: hitCount ?? 0,
      visitsLeft: link.maxVisits && Math.min(visitsLeft ?? link.maxVisits, link.maxVisits),
    },
    isDisabled: disabled ?? false,
    aliases: aliases ?? [],
  }))
}
