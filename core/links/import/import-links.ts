import { err, ok, okAsync, type Result, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { lockQuota } from '../../billing/link-quota.ts'
import { meteredMonth } from '../../billing/plan-status.ts'
import type { User } from '../../kernel/caller.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import type { LinkId } from '../../kernel/ids.ts'
import { inSlices } from '../../kernel/steps.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { type BulkItem, bulkItems, type ParsedItem, parseItems, toItems } from '../bulk/bulk.ts'
import { type Hashed, hashingForImport, hashPasswords } from '../bulk/hash-passwords.ts'
import { draftsOf, insertGood } from '../create/draft-link.ts'
import { insertFitting } from '../create/insert-fitting.ts'
import { type Link, namespaceOf } from '../link.ts'
import { draftImported, type ImportDraft, ImportedLink } from './imported-link.ts'
import { importedInserter } from './insert-imported.ts'

interface ImportedItem extends BulkItem<Outcome> {
  /** The id of the created link. */
  readonly id: LinkId | null
}

/** `present`: the link exists already, so an interrupted import can be repeated. */
type Outcome = 'created' | 'present'

/**
 * Imports links with their times, counts, tags and aliases. It queues no events, and spends no quota unless it is `metered`. A failing item does not
 * fail the others. A dry run does the same work and rolls it back.
 */
export const importLinks = defineUseCase({
  name: 'importLinks',
  access: 'user',
  scope: 'links:create',
  demand: 'creates',
  input: z.object({
    links: bulkItems<z.input<typeof ImportedLink>>('links'),
    dryRun: z.boolean().default(false),
    metered: z.boolean().default(false).describe("Whether created links count against the account's quota."),
  }),
  prepare: (ports, _caller, { links, ...options }) =>
    ResultAsync.fromSafePromise(inSlices(parseItems(ImportedLink, links), ports.pause))
      .andThen((items) => new ResultAsync(hashPasswords(hashingForImport(ports), items)))
      .map((links) => ({ links, ...options })),
  run: (ports, caller, { links, dryRun, metered }): ResultAsync<readonly ImportedItem[], never> =>
    ports.store
      .atomic<readonly ImportedItem[], readonly ImportedItem[]>((store) =>
        ResultAsync.fromSafePromise(importAll({ ...ports, store }, caller, links, metered)).andThen((items) =>
          dryRun ? err(items) : ok(items),
        ),
      )
      .orElse((rolledBack) => okAsync(rolledBack)),
  audit: (items, { dryRun }) =>
    dryRun ? [] : items.flatMap(({ id }) => (id === null ? [] : { kind: 'LINK' as const, id })),
})

type Fields = Hashed<ImportedLink>
type ImportError = ErrorOf<'slug-taken' | 'external-id-taken' | 'slug-reserved' | 'invalid-input' | 'plan-limit'>

async function importAll(
  ports: Ports,
  caller: User,
  links: readonly ParsedItem<Fields>[],
  metered: boolean,
): Promise<ImportedItem[]> {
  const month = metered ? await meteredMonth(ports, caller.owner) : undefined
  const quota = month && (await lockQuota(ports, month))
  let spent = 0
  const hostnames = await ownHostnames(ports, caller, links)
  const results: Result<Outcome, ImportError>[] = []
  const created: (LinkId | null)[] = []
  const draft = (fields: Fields) =>
    // Every hostname that a link names has an entry.
    draftImported(ports, caller, fields, hostnames.get(fields.hostname) as OwnHostname)
  const insertAll = importedInserter(ports, caller)
  const insert = async (drafts: readonly ImportDraft[]) => {
    const inserted = await insertFitting(drafts, spent, quota, insertAll)
    spent += inserted.filter((result) => result.isOk()).length
    return inserted
  }
  for await (const drafts of draftsOf(ports, links, draft)) {
    const inserted = await insertGood<ImportDraft, ImportError, ImportError>(drafts, insert)
    for (const [n, draft] of drafts.entries()) {
      const link = inserted[n] as Result<Link, ImportError>
      created.push(link.isOk() ? link.value.id : null)
      results.push(draft.isOk() ? await outcomeOf(ports, caller, draft.value, link) : err(draft.error))
    }
  }
  if (spent > 0) await quota?.spend(spent)
  return toItems(results).map((item) => ({ ...item, id: created[item.index] ?? null }))
}

async function outcomeOf(
  ports: Ports,
  caller: User,
  draft: ImportDraft,
  inserted: Result<Link, ImportError>,
): Promise<Result<Outcome, ImportError>> {
  const [{ links }, { link }] = [ports.store, draft]
  if (inserted.isOk()) {
    if (draft.isDisabled) await links.setDisabled(namespaceOf(link), link.slug, ports.clock.now())
    return ok('created')
  }
  // A repeated import finds the external id of the present link taken, too.
  if (inserted.error.type !== 'slug-taken' && inserted.error.type !== 'external-id-taken') return err(inserted.error)
  const existing = await links.findBySlug(namespaceOf(link), link.slug)
  const isSame = existing?.slug === link.slug && existing.owner === caller.owner && existing.target === link.target
  return isSame ? ok('present') : err(inserted.error)
}

type OwnHostname = Result<string, ErrorOf<'invalid-input'>>

/** Each hostname in the links, found once: valid if the caller has a verified claim of it, or if it is empty. */
async function ownHostnames({ store }: Ports, caller: User, links: readonly ParsedItem<Fields>[]) {
  const names = new Set(links.map((link) => (link.isOk() ? link.value.hostname : null)))
  const hostnames = new Map<string | null | undefined, OwnHostname>()
  for (const name of names) {
    const isOwn = name == null || (await store.domains.findVerified(name))?.owner === caller.owner
    hostnames.set(name, isOwn ? ok(name ?? '') : err(NOT_OWN_DOMAIN))
  }
  return hostnames
}

const NOT_OWN_DOMAIN = {
  type: 'invalid-input',
  path: 'hostname',
  message: 'hostname must be a verified domain of the account',
} as const
