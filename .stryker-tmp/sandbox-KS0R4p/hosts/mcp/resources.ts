import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { browseLinks, type CursorPage, type DomainError, describeError, hitStats, type Link } from '@shortlink/core'
import type { Result } from 'neverthrow'
import { toHitStats, toShortlink } from './links.ts'
import type { ToolHost } from './tool.ts'

const LIST = 'shortlink://list'
const ONE = /^shortlink:\/\/([^/?#]+)$/
const PAGE = 1000
/** `shortlink://list` ends here: more is of no use to a model, and list_shortlinks goes on page by page. */
const LISTED_LINKS = 10_000

export const resources: Resource[] = [
  {
    uri: LIST,
    name: 'shortlinks',
    title: 'All shortlinks',
    description: 'All of your shortlinks, newest first.',
    mimeType: 'application/json',
  },
]

export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'shortlink://{id}',
    name: 'shortlink',
    title: 'One shortlink',
    description: 'One of your shortlinks with its newest visits and all visits by country.',
    mimeType: 'application/json',
  },
]

/** Reads a resource; `undefined` when the address is none of ours. A missing link is told inside the content. */
export async function readResource(host: ToolHost, uri: string): Promise<ReadResourceResult | undefined> {
  if (uri === LIST) return toContents(uri, await listLinks(host))
  const id = ONE.exec(uri)?.[1]
  return id === undefined ? undefined : toContents(uri, await oneLink(host, id))
}

export const toContents = (uri: string, json: unknown): ReadResourceResult => ({
  contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(json) }],
})

async function listLinks({ app, caller }: ToolHost): Promise<unknown> {
  const links: Link[] = []
  let cursor: string | null = null
  do {
    const page: Result<CursorPage<Link>, DomainError> = await app.run(browseLinks, caller, { limit: PAGE, cursor })
    if (page.isErr()) return { error: describeError(page.error) }
    links.push(...page.value.items)
    cursor = page.value.nextCursor
  } while (cursor !== null && links.length < LISTED_LINKS)
  return links.map(toShortlink)
}

async function oneLink({ app, caller, shortUrl }: ToolHost, id: string): Promise<unknown> {
  const found = await app.run(hitStats, caller, { id })
  if (found.isErr()) return { error: describeError(found.error) }
  const { link } = found.value
  return {
    ...toShortlink(link),
    shortUrl: shortUrl(link),
    enableTracking: link.enableTracking,
    createdAt: new Date(link.createdAt).toISOString(),
    ...toHitStats(found.value),
  }
}
