import { okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { OWN_HOST, readHost } from '../domains/host-name.ts'
import type { ErrorOf } from '../kernel/errors.ts'
import { found } from '../kernel/found.ts'
import type { LinkId, UserId } from '../kernel/ids.ts'
import { parseInput, text } from '../kernel/input.ts'
import { pageInput, totalOf } from '../kernel/page.ts'
import type { Ports } from '../ports.ts'
import { type Link, type LinkOutline, namespaceOf } from './link.ts'
import { sortInput } from './list-links.ts'
import { findWritten } from './loose-slugs.ts'
import { filterAt, filterInput } from './own-links-filter.ts'

type LinkPorts = Pick<Ports, 'store' | 'policy'>
type ListPorts = Pick<Ports, 'store' | 'policy' | 'clock'>

/** The public host and slug of a link. Without `host` it is on the service's own host. */
export interface LinkAddress {
  readonly slug: string
  /** A verified custom domain, or a host of the service. */
  readonly host?: string | undefined
}

/** Input of {@link listAnyLinks}. `tags`, `status`, `archived` and `sort` require a single owner. */
export const AnyLinksPage = z.object({
  ...pageInput({ take: 100, max: 1000 }),
  search: text('search', { max: 2048 })
    .nullish()
    .transform((value) => value?.trim() || undefined)
    .describe('Only links whose slug, target or title contains this text, case-insensitive.'),
  host: text('host', { max: 1024 })
    .nullish()
    .transform((value) => value ?? undefined)
    .describe("Only links on this host: a custom domain, or the service's own."),
  tags: filterInput.tags,
  status: filterInput.status,
  archived: filterInput.archived,
  sort: sortInput,
})

/** Links of all owners, anonymous ones included, or of one; newest first. For operators only, so no surface offers it. */
export const listAnyLinks = (
  ports: ListPorts,
  raw: unknown,
  owner?: UserId,
): ResultAsync<FoundLinks, ErrorOf<'invalid-input'>> =>
  parseInput(AnyLinksPage, raw).asyncAndThen((page) =>
    ResultAsync.fromSafePromise(owner === undefined ? listOfAll(ports, page) : listOf(ports, owner, page)),
  )

type AskedPage = z.output<typeof AnyLinksPage>

interface FoundLinks {
  readonly items: readonly LinkOutline[]
  readonly totalCount: number
}

async function listOfAll({ store, policy }: ListPorts, { host, search, skip, take }: AskedPage): Promise<FoundLinks> {
  const filter = { hostname: host && hostnameAt(policy, host), search }
  const items = await store.links.listAll({ skip, take, ...filter })
  return { items, totalCount: await totalOf(items, { skip, take }, () => store.links.countAll(filter)) }
}

async function listOf(
  { store, policy, clock }: ListPorts,
  owner: UserId,
  { host, skip, take, sort, ...asked }: AskedPage,
): Promise<FoundLinks> {
  const filter = { ...filterAt(asked, clock.now()), hostname: host && hostnameAt(policy, host) }
  const items = await store.links.list(owner, { skip, take, sort, ...filter })
  return { items, totalCount: await totalOf(items, { skip, take }, () => store.links.count(owner, filter)) }
}

/** A link of any owner by its slug, or by its id. For operators only, so no surface offers it. */
export const findAnyLink = (ports: LinkPorts, { slug, host }: LinkAddress): ResultAsync<Link, ErrorOf<'not-found'>> =>
  namespaceAt(ports, host).andThen((namespace) => found(bySlugOrId(ports, namespace, slug), 'Shortlink'))

const bySlugOrId = async ({ store: { links }, policy }: LinkPorts, namespace: string, slug: string) =>
  (await findWritten(policy.slugs, slug, (slug) => links.findBySlug(namespace, slug))) ?? links.find(slug as LinkId)

function namespaceAt({ store, policy }: LinkPorts, host: string | undefined) {
  const hostname = host === undefined ? OWN_HOST : hostnameAt(policy, host)
  return hostname === OWN_HOST
    ? okAsync(OWN_HOST)
    : found(store.domains.findVerified(hostname), 'Domain').map(namespaceOf)
}

const hostnameAt = ({ ownHosts }: Ports['policy'], host: string) =>
  readHost(host.trim().toLowerCase(), new Set(ownHosts))
