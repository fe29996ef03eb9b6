import type { createLink } from '@shortlink/core'
import { LINK_OPTION_TYPES } from '../../graphql/link-option-types.ts'
import { badUsage, CommandFailed } from '../failure.ts'
import { changesOf, withPresentMembers } from '../rows/link-options.ts'
import { changedLine, showLink, showLinks, UNOWNED } from '../rows/link-shown.ts'
import { showStats } from '../rows/link-stats-shown.ts'
import type { RemoteRun } from '../table/row.ts'
import { askInDialect, domainAt, findLink, type RemoteLink, toShown } from './find-link.ts'
import { variablesOf } from './operation.ts'

type NewLink = (typeof createLink)['input']['shape']

/** GraphQL's types of what a link is created with; its `shortlink` is core's `slug`. */
const NEW_LINK: Readonly<Record<Exclude<keyof NewLink, 'slug'> | 'shortlink', string>> = {
  target: 'String!',
  shortlink: 'String',
  title: 'String',
  enableTracking: 'Boolean',
  domainId: 'String',
  rules: '[LinkRuleInput!]',
  ...LINK_OPTION_TYPES,
  reuse: 'Boolean',
}

export const createRemotely: RemoteRun = async ({ remote }, { host, slug, ...given }) => {
  const variables = { ...given, shortlink: slug, domainId: await domainAt(remote, host) }
  const { declared, passed } = variablesOf(variables, NEW_LINK)
  const { createShortlink } = await remote.ask(`mutation ${declared} { createShortlink${passed} }`, variables)
  if (!remote.hasKey) {
    const shortUrl = `${remote.url}/${createShortlink}`
    const json = { slug: createShortlink, shortUrl, target: given.target }
    return { json, lines: [shortUrl], notes: [UNOWNED.replace('--user', '--key')] }
  }
  const link = toShown(remote, await findLink(remote, { slug: createShortlink, host }))
  return { json: link, lines: [link.shortUrl] }
}

/** GraphQL's types of what narrows a list of links down. */
const LIST = {
  search: 'String',
  skip: 'Int',
  take: 'Int',
  tags: '[String!]',
  status: 'LinkStatus',
  archived: 'Boolean',
  domainId: 'ID',
  sort: 'LinkSort',
}
const PAGE = 100

export const listRemotely: RemoteRun = async ({ remote }, { host, take = PAGE, ...given }) => {
  const domainId = await domainAt(remote, host)
  if (host !== undefined && domainId === undefined)
    throw badUsage('--host takes a custom domain with --server; links of its own host cannot be listed alone')
  const variables = { ...given, take, domainId }
  const { declared, passed } = variablesOf(variables, LIST)
  const { shortlinkConnection } = await askInDialect(
    remote,
    ({ fields }) => `query ${declared} { shortlinkConnection${passed} { items { ${fields} } totalCount } }`,
    variables,
  )
  const items = shortlinkConnection.items.map((link: RemoteLink) => toShown(remote, link))
  return showLinks(items, { totalCount: shortlinkConnection.totalCount, skip: given.skip })
}

export const showRemotely: RemoteRun = async ({ remote }, given) => {
  const link = await findLink(remote, given)
  const { getShortlinkInfo } = await remote.ask(
    'query ($id: ID!) { getShortlinkInfo(id: $id) { rules { type value target } } }',
    { id: link.id },
  )
  return showLink({ ...toShown(remote, link), rules: getShortlinkInfo.rules })
}

export const updateRemotely: RemoteRun = async ({ remote }, { slug, host, ...fields }) => {
  const present = await findLink(remote, { slug, host })
  const changes = withPresentMembers(changesOf(fields), present)
  const { updateShortlinks } = await askInDialect(
    remote,
    ({ fields }) =>
      `mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { error shortlink { ${fields} } } }`,
    { inputs: [{ id: present.id, ...changes }] },
  )
  const [{ error, shortlink }] = updateShortlinks
  if (!shortlink) throw new CommandFailed(error, { code: 'BAD_USER_INPUT' })
  const link = toShown(remote, shortlink)
  return { json: link, lines: [changedLine(link)] }
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
  const link = await findLink(remote, given)
  const { getShortlinkInfo } = await remote.ask(
    `query ($id: ID!, $take: Int) { getShortlinkInfo(id: $id) { hitCount byCountryGraph { country { code } count }
      hits(take: $take) { createdAt device browser { name } os { name } referrer location { country { code } } } } }`,
    { id: link.id, take: hits },
  )
  return showStats({
    link: toShown(remote, { ...link, hitCount: getShortlinkInfo.hitCount }),
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
