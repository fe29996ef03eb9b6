import { err, errAsync, ok, safeTry } from 'neverthrow'
import { returnsRecord } from '../audit/changes.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { BioPageId } from '../kernel/ids.ts'
import { id } from '../kernel/input.ts'
import { targetHostError } from '../kernel/target-hosts.ts'
import { defineUseCase } from '../use-case.ts'
import { type BioLink, LINKS_PER_PAGE, NewBioLink } from './bio-page.ts'

/** Adds a link to one of the caller's pages, which hold at most 100. */
export const addBioLink = defineUseCase({
  name: 'addBioLink',
  access: 'user',
  scope: 'bio:write',
  demand: 'creates',
  input: NewBioLink.extend({ bioPageId: id<BioPageId>('bioPageId').describe("The bio page's id; not its slug.") }),
  run({ store, ids, clock, policy, blocklist }, caller, { bioPageId, ...fields }) {
    const elsewhere = targetHostError({ policy, blocklist }, caller, fields.url, 'url')
    if (elsewhere) return errAsync(elsewhere)
    const link: BioLink = { id: ids.bioLink(), bioPage: bioPageId, ...fields, createdAt: clock.now() }
    return store.atomic(({ bioPages }) =>
      safeTry(async function* () {
        const page = yield* found(bioPages.lockOwned(caller.owner, bioPageId), 'Bio page')
        if (page.links.length >= LINKS_PER_PAGE) return err(PAGE_FULL)
        await bioPages.insertLink(link)
        return ok(link)
      }),
    )
  },
  audit: returnsRecord('BIO_LINK'),
})

const PAGE_FULL: ErrorOf<'invalid-input'> = {
  type: 'invalid-input',
  path: 'bioPageId',
  message: `a bio page takes at most ${LINKS_PER_PAGE} links`,
}
