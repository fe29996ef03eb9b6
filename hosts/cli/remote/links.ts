import type { createLink } from '@shortlink/core'
import { badUsage, CommandFailed } from '../failure.ts'
import { type ShownLink, showLinks, UNOWNED } from '../rows/link-shown.ts'
import { showStats } from '../rows/link-stats-shown.ts'
import type { Given } from '../table/parameters.ts'
import type { RemoteRun } from '../table/row.ts'
import type { Remote } from './remote.ts'

const LINK = 'id shortlink target title hitCount createdAt hostname'
/** Links of a search that are looked through for a slug. */
const MAX_LOOKED_THROUGH = 1000
const PAGE = 100
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

interface RemoteLink {
  readonly id: string
  readonly shortlink: string
  readonly target: string
  readonly title: string | null
  readonly hitCount: number
  readonly createdAt: string
  readonly hostname: string | null
}

const toShown = ({ url }: Remote, { shortlink: slug, hostname, ...link }: RemoteLink): ShownLink => ({
  id: link.id,
  slug,
  shortUrl: `${hostname === null ? url : `https://${hostname}`}/${slug}`,
  target: link.target,
  title: link.title,
  hitCount: link.hitCount,
  createdAt: link.createdAt,
})

/** The hostname that a link on the host has; null for the server's own. */
const hostnameAt = ({ url }: Remote, host: string | undefined) =>
  host === undefined || host.toLowerCase() === new URL(url).hostname ? null : host.toLowerCase()

/** One of the account's links by its slug, or by its id. */
async function findLink(remote: Remote, { slug, host }: Given): Promise<RemoteLink> {
  const hostname = hostnameAt(remote, host)
  // By `skip`, since servers of the version before have no `after`.
  for (let skip = 0; skip < MAX_LOOKED_THROUGH; skip += PAGE) {
    const { shortlinkConnection } = await remote.ask(
      `query ($search: String, $skip: Int) { shortlinkConnection(search: $search, skip: $skip, take: ${PAGE}) { items { ${LINK} } } }`,
      { search: slug, skip },
    )
    const items: RemoteLink[] = shortlinkConnection.items
    const found = items.find((link) => link.shortlink === slug && link.hostname === hostname)
    if (found) return found
    if (items.length < PAGE) break
  }
  const byId = ID.test(slug)
    ? await remote.ask(`query ($id: ID!) { getShortlinkInfo(id: $id) { ${LINK} } }`, { id: slug })
    : {}
  if (byId.getShortlinkInfo) return byId.getShortlinkInfo
  throw new CommandFailed('Shortlink not found', { code: 'NOT_FOUND' })
}

type NewLink = (typeof createLink)['input']['shape']

/** GraphQL's types of what a link is created with; its `shortlink` is core's `slug`. */
const ARGUMENTS: Readonly<Record<Exclude<keyof NewLink, 'slug'> | 'shortlink', string>> = {
  target: 'String!',
  shortlink: 'String',
  title: 'String',
  enableTracking: 'Boolean',
  domainId: 'String',
  rules: '[LinkRuleInput!]',
}
const TYPES = new Map(Object.entries(ARGUMENTS))

/** The mutation that creates a link of the given arguments. A server ignores variables that it does not name, so it names each. */
function creationOf(given: Given): string {
  const names = Object.keys(given)
  const unknown = names.find((name) => !TYPES.has(name))
  if (unknown !== undefined) throw badUsage(`--${unknown} does not work with --server`)
  const variables = names.map((name) => `$${name}: ${TYPES.get(name)}`)
  return `mutation (${variables}) { createShortlink(${names.map((name) => `${name}: $${name}`)}) }`
}

export const createRemotely: RemoteRun = async ({ remote }, { host, slug, ...given }) => {
  const variables = { ...given, shortlink: slug, domainId: await domainAt(remote, host) }
  const { createShortlink } = await remote.ask(creationOf(variables), variables)
  if (!remote.hasKey) {
    const shortUrl = `${remote.url}/${createShortlink}`
    const json = { slug: createShortlink, shortUrl, target: given.target }
    return { json, lines: [shortUrl], notes: [UNOWNED.replace('--user', '--key')] }
  }
  const link = toShown(remote, await findLink(remote, { slug: createShortlink, host }))
  return { json: link, lines: [link.shortUrl] }
}

async function domainAt(remote: Remote, host: string | undefined): Promise<string | undefined> {
  const hostname = hostnameAt(remote, host)
  if (hostname === null) return undefined
  const { domains } = await remote.ask('{ domains { id hostname verified } }')
  const found = domains.find((domain: { hostname: string; verified: boolean }) => domain.hostname === hostname)
  if (!found?.verified) throw new CommandFailed(`the account has no verified domain ${host}`, { code: 'NOT_FOUND' })
  return found.id
}

export const listRemotely: RemoteRun = async ({ remote }, { host, take = PAGE, ...given }) => {
  if (host !== undefined) throw badUsage('--host does not work with --server; --search finds a hostname in targets')
  const { shortlinkConnection } = await remote.ask(
    `query ($search: String, $skip: Int, $take: Int) { shortlinkConnection(search: $search, skip: $skip, take: $take) { items { ${LINK} } totalCount } }`,
    { ...given, take },
  )
  const items = shortlinkConnection.items.map((link: RemoteLink) => toShown(remote, link))
  return showLinks(items, { totalCount: shortlinkConnection.totalCount, skip: given.skip })
}

export const updateRemotely: RemoteRun = async ({ remote }, { slug, host, ...changes }) => {
  const { id } = await findLink(remote, { slug, host })
  const { updateShortlinks } = await remote.ask(
    `mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { error shortlink { ${LINK} } } }`,
    { inputs: [{ id, ...changes }] },
  )
  const [{ error, shortlink }] = updateShortlinks
  if (!shortlink) throw new CommandFailed(error, { code: 'BAD_USER_INPUT' })
  const link = toShown(remote, shortlink)
  return { json: link, lines: [`${link.shortUrl} leads to ${link.target} now`] }
}

export const deleteRemotely: RemoteRun = async ({ remote, confirm }, given) => {
  const { shortUrl, ...link } = toShown(remote, await findLink(remote, given))
  await confirm(`Delete ${shortUrl}, which leads to ${link.target}, with its visits?`)
  const { deleteShortlinks } = await remote.ask(
    'mutation ($ids: [ID!]!) { deleteShortlinks(ids: $ids) { ok error } }',
    {
      ids: [link.id],
    },
  )
  const [{ ok, error }] = deleteShortlinks
  if (!ok) throw new CommandFailed(error, { code: 'FORBIDDEN' })
  const json = { id: link.id, slug: link.slug, shortUrl, target: link.target, deleted: true }
  return { json, lines: [`${shortUrl} is deleted; it led to ${link.target}`] }
}

export const showStatsRemotely: RemoteRun = async ({ remote }, { hits, ...given }) => {
  const { id } = await findLink(remote, given)
  const { getShortlinkInfo } = await remote.ask(
    `query ($id: ID!, $take: Int) { getShortlinkInfo(id: $id) { ${LINK} byCountryGraph { country { code } count }
      hits(take: $take) { createdAt device browser { name } os { name } referrer location { country { code } } } } }`,
    { id, take: hits },
  )
  return showStats({
    link: toShown(remote, getShortlinkInfo),
    byCountry: getShortlinkInfo.byCountryGraph.map((one: { country: { code: string }; count: number }) => ({
      country: one.country.code,
      count: one.count,
    })),
    hits: getShortlinkInfo.hits.map(toShownHit),
  })
}

interface RemoteHit {
  readonly createdAt: string
  readonly device: string
  readonly browser: { readonly name: string } | null
  readonly os: { readonly name: string } | null
  readonly referrer: string | null
  readonly location: { readonly country: { readonly code: string } | null }
}

const toShownHit = ({ createdAt, device, browser, os, referrer, location }: RemoteHit) => ({
  ...{ createdAt, country: location.country?.code ?? null, device },
  ...{ browser: browser?.name ?? null, os: os?.name ?? null, referrer },
})
