import { err, errAsync, ok, okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { Hostname } from '../domains/domain.ts'
import type { User } from '../kernel/caller.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { instant } from '../kernel/input.ts'
import { inSlices } from '../kernel/steps.ts'
import type { Ports } from '../ports.ts'
import { defineUseCase } from '../use-case.ts'
import { type BulkItem, bulkItems, parseItems, processItems } from './bulk.ts'
import { checkTargets } from './check-targets.ts'
import { type Link, makeLink, NewLink, namespaceOf, Slug } from './link.ts'
import { isReserved } from './reserved-slugs.ts'

/** A link of another service or an earlier export, with its creation time and hit count. A disabled one stays closed to visitors. */
const ImportedLink = NewLink.omit({ domainId: true }).extend({
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
        processItems({ ...ports, store }, links, (ports, item) =>
          item.asyncAndThen((link) => importLink(ports, caller, link)),
        ).andThen((items) => (dryRun ? err(items) : ok(items))),
      )
      .orElse((rolledBack) => okAsync(rolledBack)),
})

type ImportError = ErrorOf<'slug-taken' | 'slug-reserved' | 'invalid-input'>

function importLink(ports: Ports, caller: User, fields: ImportedLink): ResultAsync<Outcome, ImportError> {
  if (isReserved(fields.slug)) return errAsync({ type: 'slug-reserved' })
  const checked = checkTargets(ports.policy, fields)
  if (checked.isErr()) return errAsync(checked.error)
  return ownHostname(ports, caller, fields.hostname).andThen((hostname) => {
    const { id, createdAt } = { id: ports.ids.link(), createdAt: fields.createdAt ?? ports.clock.now() }
    const made = makeLink(caller, fields, { id, hostname, slug: fields.slug, createdAt })
    const link = { ...made, hitCount: fields.hitCount ?? 0 }
    return ports.store.links
      .insert(link)
      .andThrough(() => (fields.disabled ? disable(ports, link) : ok()))
      .map((): Outcome => 'created')
      .orElse((taken) =>
        ResultAsync.fromSafePromise(ports.store.links.findBySlug(namespaceOf(link), link.slug)).andThen((existing) =>
          existing?.owner === caller.userId && existing.target === link.target ? ok('present' as const) : err(taken),
        ),
      )
  })
}

const disable = ({ store, clock }: Ports, link: Link) =>
  ResultAsync.fromSafePromise(store.links.setDisabled(namespaceOf(link), link.slug, clock.now()))

/** The hostname, if the caller has a verified claim of it. */
function ownHostname(
  { store }: Ports,
  caller: User,
  hostname: string | null | undefined,
): ResultAsync<string, ErrorOf<'invalid-input'>> {
  if (hostname == null) return okAsync('')
  return ResultAsync.fromSafePromise(store.domains.findVerified(hostname)).andThen((domain) =>
    domain?.owner === caller.userId ? ok(hostname) : err(NOT_OWN_DOMAIN),
  )
}

const NOT_OWN_DOMAIN = {
  type: 'invalid-input',
  path: 'hostname',
  message: 'hostname must be a verified domain of the account',
} as const
