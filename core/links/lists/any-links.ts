import { okAsync, ResultAsync } from 'neverthrow'
import { z } from 'zod'
import { OWN_HOST, readHost } from '../../domains/host-name.ts'
import type { ErrorOf } from '../../kernel/errors.ts'
import { found } from '../../kernel/found.ts'
import type { LinkId, UserId } from '../../kernel/ids.ts'
import { id, text } from '../../kernel/input.ts'
import { normalizeHostname } from '../../kernel/normalize-hostname.ts'
import { pageInput, totalOf } from '../../kernel/page.ts'
import type { Ports } from '../../ports.ts'
import { defineUseCase } from '../../use-case.ts'
import { type Link, type LinkOutline, namespaceOf } from '../link.ts'
import { findWritten } from '../loose-slugs.ts'
import { dependsOnBlocklist, pageOfStatus } from './links-of-status.ts'
import { filterAt, filterInput, sortInput } from './own-links-filter.ts'
import { withOwners } from './with-owners.ts'

type LinkPorts = Pick<Ports, 'store' | 'policy'>
type ListPorts = Pick<Ports, 'store' | 'policy' | 'clock' | 'blocklist'>

const MAX_SEARCH = 2048
const MAX_HOST = 1024

/** The public host and slug of a link. Without `host` it is on the service's own host. */
export interface LinkAddress {
  readonly slug: string
  /** A verified custom domain, or a host of the service. */
  readonly host?: string | undefined
}

/** Input of {@link listAnyLinks}. `tags`, `status`, `archived` and `sort` require a single owner, and no target host. */
const AnyLinksPage = z.object({
  ...pageInput({ take: 100, max: 1000 }),
  search: text('search', { max: MAX_SEARCH })
    .nullish()
    .transform((value) => value?.trim() || undefined)
    .describe(
      `Only links whose slug, target or title contains this text, at most ${MAX_SEARCH} characters, case-insensitive.`,
    ),
  host: text('host', { max: MAX_HOST })
    .nullish()
    .transform((value) => value ?? undefined)
    .describe("Only links on this host: a custom domain, or the service's own."),
  targetHost: text('targetHost', { max: MAX_HOST })
    .nullish()
    .transform((value) => value?.trim() || undefined)
    .describe(`Only links with a target on exactly this host, at most ${MAX_HOST} characters.`),
  owner: id<UserId>('owner')
    .nullish()
    .transform((value) => value ?? undefined)
    .describe('Only links of the account with this id.'),
  tags: filterInput.tags,
  status: filterInput.status,
  archived: filterInput.archived,
  sort: sortInput,
})

/** Links of all owners, anonymous ones included, or of one; newest first. */
export const listAnyLinks = defineUseCase({
  name: 'listAnyLinks',
  access: 'admin',
  scope: null,
  demand: 'long-read',
  input: AnyLinksPage,
  run: (ports, _caller, { owner, ...page }) =>
    ResultAsync.fromSafePromise(
      (owner === undefined || page.targetHost !== undefined
        ? listOfAll(ports, { ...page, owner })
        : listOf(ports, owner, page)
      ).then(async ({ items, totalCount }) => ({ items: await withOwners(ports.store, items), totalCount })),
    ),
})

type AskedPage = Omit<z.output<typeof AnyLinksPage>, 'owner'>

interface FoundLinks {
  readonly items: readonly LinkOutline[]
  readonly totalCount: number
}

async function listOfAll(
  { store, policy }: ListPorts,
  { host, targetHost, owner, search, skip, take }: AskedPage & { readonly owner: UserId | undefined },
): Promise<FoundLinks> {
  const filter = {
    owner,
    hostname: host && hostnameAt(policy, host),
    // Targets are stored as written: with a name in Unicode, or in its form for DNS.
    targetHosts: targetHost === undefined ? undefined : [targetHost, normalizeHostname(targetHost) ?? targetHost],
    search,
  }
  const items = await store.links.listAll({ skip, take, ...filter })
  return { items, totalCount: await totalOf(items, { skip, take }, () => store.links.countAll(filter)) }
}

async function listOf(
  ports: ListPorts,
  owner: UserId,
  { host, skip, take, sort, targetHost: _, ...asked }: AskedPage,
): Promise<FoundLinks> {
  const { store, policy, clock } = ports
  const filter = { ...filterAt(asked, clock.now()), hostname: host && hostnameAt(policy, host) }
  if (dependsOnBlocklist(ports, filter)) return pageOfStatus(ports, owner, { skip, take, sort, ...filter })
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
