import { CommandFailed } from '../failure.ts'
import type { ShownLink, ShownOptions } from '../rows/link-shown.ts'
import type { Given } from '../table/parameters.ts'
import type { Remote } from './remote.ts'

/** What a server can be asked about links. */
interface Dialect {
  /** The fields of a link, but for its rules. */
  readonly fields: string
  /** The argument of lists that adds archived links. */
  readonly archived: string
}

/** Of servers of the version before. */
const OLDER: Dialect = { fields: 'id shortlink target title hitCount createdAt hostname', archived: '' }
const CURRENT: Dialect = {
  fields: `${OLDER.fields} enableTracking status startsAt expiresAt fallbackTarget maxVisits visitsLeft hasPassword enabled archived
    redirectStatus forwardQuery forwardPath utm { source medium campaign term content } tags note preview { title description image }
    aliases updatedAt`,
  archived: ', archived: null',
}

export interface RemoteLink extends Partial<ShownOptions> {
  readonly id: string
  readonly shortlink: string
  readonly target: string
  readonly title: string | null
  readonly hitCount: number
  readonly createdAt: string
  readonly hostname: string | null
}

/** Asks a server in its dialect: one of the version before refuses what it does not know, and changes nothing by it. */
export async function askInDialect(remote: Remote, query: (dialect: Dialect) => string, variables: object) {
  try {
    return await remote.ask(query(CURRENT), variables)
  } catch (error) {
    const code: string = error instanceof CommandFailed ? error.code : ''
    if (code !== 'GRAPHQL_VALIDATION_FAILED') throw error
    return remote.ask(query(OLDER), variables)
  }
}

export const toShown = (
  { url }: Remote,
  { id, shortlink: slug, hostname, ...link }: RemoteLink,
): ShownLink & Partial<ShownOptions> => ({
  id,
  slug,
  shortUrl: `${hostname === null ? url : `https://${hostname}`}/${slug}`,
  ...link,
})

/** The hostname that a link on the host has; null for the server's own. */
const hostnameAt = ({ url }: Remote, host: string | undefined) =>
  host === undefined || host.toLowerCase() === new URL(url).hostname ? null : host.toLowerCase()

/** The id of the account's verified domain; undefined for the server's own host. */
export async function domainAt(remote: Remote, host: string | undefined): Promise<string | undefined> {
  const hostname = hostnameAt(remote, host)
  if (hostname === null) return undefined
  const { domains } = await remote.ask('{ domains { id hostname verified } }')
  const found = domains.find((domain: { hostname: string; verified: boolean }) => domain.hostname === hostname)
  if (!found?.verified) throw new CommandFailed(`the account has no verified domain ${host}`, { code: 'NOT_FOUND' })
  return found.id
}

/** Links of a search that are looked through for a slug. */
const MAX_LOOKED_THROUGH = 1000
const PAGE = 100
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** One of the account's links by its slug, one of its aliases, or its id. */
export async function findLink(remote: Remote, { slug, host }: Given): Promise<RemoteLink> {
  const hostname = hostnameAt(remote, host)
  // By `skip`, since servers of the version before have no `after`.
  for (let skip = 0; skip < MAX_LOOKED_THROUGH; skip += PAGE) {
    const { shortlinkConnection } = await askInDialect(
      remote,
      ({ fields, archived }) =>
        `query ($search: String, $skip: Int) {
          shortlinkConnection(search: $search, skip: $skip, take: ${PAGE}${archived}) { items { ${fields} } } }`,
      { search: slug, skip },
    )
    const items: RemoteLink[] = shortlinkConnection.items
    const found = items.find(
      (link) => link.hostname === hostname && [link.shortlink, ...(link.aliases ?? [])].includes(slug),
    )
    if (found) return found
    if (items.length < PAGE) break
  }
  const byId = ID.test(slug)
    ? await askInDialect(remote, ({ fields }) => `query ($id: ID!) { getShortlinkInfo(id: $id) { ${fields} } }`, {
        id: slug,
      })
    : {}
  if (byId.getShortlinkInfo) return byId.getShortlinkInfo
  throw new CommandFailed('Shortlink not found', { code: 'NOT_FOUND' })
}
