import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { Hostname } from '../domains/domain.ts'
import type { User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { instant } from '../kernel/input.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { type BulkItem, bulkItems, type ParsedItem, parseItems, toItems } from './bulk.ts'
import { draftLink, draftsOf, insertDrafts, insertGood, type LinkDraft } from './draft-link.ts'
import { type Link, namespaceOf, newLinkFields, Slug } from './link.ts'

/** A link of another service or an earlier export, with its creation time and hit count. A disabled one stays closed to visitors. */
const { domainId: _domain, password: _password, reuse: _reuse, ...importedFields } = newLinkFields
const ImportedLink = z.object({
  ...importedFields,
  slug: Slug,
  hostname: Hostname.nullish(),
  hitCount: z.int('hitCount must be a whole number').min(0, 'hitCount must not be negative').nullish(),
  createdAt: instant('createdAt').nullish(),
  disabled: z.boolean('disabled must be true or false').nullish(),
})
type ImportedLink = z.output<typeof ImportedLink>

/** `present`: the link exists already, so an interrupted import can be repeated. */
type Outcome = 'created' | 'present'

/**
 * Imports links with their creation times and hit counts. For operators: it spends no quota and queues no events. A failing item does not
 * fail the others. A dry run does the same work and rolls it back.
 */
export const importLinks = defineUseCase({
  name: 'importLinks',
  access: 'user',
  demand: 'creates',
  input: z.object({ links: bulkItems('links'), dryRun: z.boolean().default(false) }),
  prepare: ({ pause }, _caller, { links, dryRun }) =>
    ResultAsync.fromSafePromise(inSlices(parseItems(ImportedLink, links), pause)).map((links) => ({ links, dryRun })),
  run: (ports, caller, { links, dryRun }): ResultAsync<readonly BulkItem<Outcome>[], never> =>
    ports.store
      .atomic<readonly BulkItem<Outcome>[], readonly BulkItem<Outcome>[]>((store) =>
        ResultAsync.fromSafePromise(importAll({ ...ports, store }, caller, links)).andThen((items) =>
          dryRun ? err(items) : ok(items),
        ),
      )
      .orElse((rolledBack) => okAsync(rolledBack)),
})

type ImportError = ErrorOf<'slug-taken' | 'slug-reserved' | 'invalid-input'>

async function importAll(
  ports: Ports,
  caller: User,
  links: readonly ParsedItem<ImportedLink>[],
): Promise<BulkItem<Outcome>[]> {
  const hostnames = await ownHostnames(ports, caller, links)
  const results: Result<Outcome, ImportError>[] = []
  const draft = (fields: ImportedLink) =>
    // Every hostname that a link names has an entry.
    draftImported(ports, caller, fields, hostnames.get(fields.hostname) as OwnHostname)
  for await (const drafts of draftsOf(ports, links, draft)) {
    const inserted = await insertGood<ImportDraft, ImportError, ImportError>(drafts, (good) =>
      insertDrafts(ports, good),
    )
    for (const [n, draft] of drafts.entries()) {
      const link = inserted[n] as Result<Link, ImportError>
      results.push(draft.isOk() ? await outcomeOf(ports, caller, draft.value, link) : err(draft.error))
    }
  }
  return toItems(results)
}

interface ImportDraft extends LinkDraft {
  readonly isDisabled: boolean
}

const draftImported = (ports: Ports, caller: User, fields: ImportedLink, hostname: OwnHostname) =>
  draftLink(ports, caller, fields, hostname).map(({ link, isGenerated }): ImportDraft => {
    const { createdAt, hitCount, disabled } = fields
    return {
      link: { ...link, createdAt: createdAt ?? link.createdAt, hitCount: hitCount ?? 0 },
      isGenerated,
      isDisabled: disabled ?? false,
    }
  })

async function outcomeOf(
  { store, clock }: Ports,
  caller: User,
  { link, isDisabled }: ImportDraft,
  inserted: Result<Link, ImportError>,
): Promise<Result<Outcome, ImportError>> {
  if (inserted.isOk()) {
    if (isDisabled) await store.links.setDisabled(namespaceOf(link), link.slug, clock.now())
    return ok('created')
  }
  const existing = await store.links.findBySlug(namespaceOf(link), link.slug)
  return existing?.owner === caller.userId && existing.target === link.target ? ok('present') : err(inserted.error)
}

type OwnHostname = Result<string, ErrorOf<'invalid-input'>>

/** Each hostname that the links name, found once: good if the caller has a verified claim of it, or if it is none. */
async function ownHostnames({ store }: Ports, caller: User, links: readonly ParsedItem<ImportedLink>[]) {
  const names = new Set(links.map((link) => (link.isOk() ? link.value.hostname : null)))
  const hostnames = new Map<string | null | undefined, OwnHostname>()
  for (const name of names) {
    const isOwn = name == null || (await store.domains.findVerified(name))?.owner === caller.userId
    hostnames.set(name, isOwn ? ok(name ?? '') : err(NOT_OWN_DOMAIN))
  }
  return hostnames
}

const NOT_OWN_DOMAIN = {
  type: 'invalid-input',
  path: 'hostname',
  message: 'hostname must be a verified domain of the account',
} as const
