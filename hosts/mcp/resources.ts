import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import { describeError, getLink, hasScope, hitStats, listLinksByCursor, scopesOf } from '@shortlink/core'
import type { ToolHost } from './table/declare-tool.ts'
import { createJsonList } from './table/json-list.ts'
import { toHitStats, toShortlink, toWholeShortlink } from './tools/link-answers.ts'

const LIST = 'shortlink://list'
const ONE = /^shortlink:\/\/([^/?#]+)$/
/** Number of links per read: rows come from the store in one turn of the event loop. */
const PAGE = 200
/** `shortlink://list` ends at either limit; list_shortlinks returns the rest page by page. */
const MAX_LINKS = 10_000
const MAX_BYTES = 4 << 20

export const resources: Resource[] = [
  {
    uri: LIST,
    name: 'shortlinks',
    title: 'All shortlinks',
    description:
      'Your shortlinks, newest first, at most 10,000 and 4 MiB. If the list is truncated, the last entry is {"truncated": true, "message": …}; ' +
      'list_shortlinks returns all of them, page by page.',
    mimeType: 'application/json',
  },
]

export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'shortlink://{id}',
    name: 'shortlink',
    title: 'One shortlink',
    description: 'One of your shortlinks with its latest visits and all visits by country.',
    mimeType: 'application/json',
  },
]

/** Reads a resource; undefined for an unknown URI. A missing link is reported as an `error` inside the content. */
export async function readResource(host: ToolHost, uri: string): Promise<ReadResourceResult | undefined> {
  if (uri === LIST) return listLinks(host)
  const id = ONE.exec(uri)?.[1]
  return id === undefined ? undefined : toContents(uri, await oneLink(host, id))
}

export const toContents = (uri: string, json: unknown): ReadResourceResult => toTextContents(uri, JSON.stringify(json))

const toTextContents = (uri: string, text: string): ReadResourceResult => ({
  contents: [{ uri, mimeType: 'application/json', text }],
})

async function listLinks(host: ToolHost): Promise<ReadResourceResult> {
  const list = createJsonList<ReturnType<typeof toShortlink>>(MAX_BYTES, MAX_LINKS)
  let cursor: string | null | undefined
  while (cursor !== null && !list.isFull) {
    const page = await readPage(host, cursor)
    if (page.isErr()) return toContents(LIST, { error: describeError(page.error) })
    await list.add(page.value.items, (link) => toShortlink(link, host))
    cursor = page.value.nextCursor
  }
  const truncated = {
    truncated: true,
    message: `Only the newest ${list.items.length} shortlinks are listed; list_shortlinks returns all of them, page by page`,
  }
  return toTextContents(LIST, list.toJson(list.isFull ? truncated : undefined))
}

const readPage = ({ app, caller }: ToolHost, cursor: string | undefined) =>
  app.run(listLinksByCursor, caller, { limit: PAGE, cursor })

async function oneLink(host: ToolHost, id: string): Promise<unknown> {
  // Without the scope for visits the resource is the link alone; without that for links, the error of the missing scope.
  const scopes = scopesOf(host.caller)
  if (!hasScope(scopes, 'analytics:read') || !hasScope(scopes, 'links:read')) {
    const link = await host.app.run(getLink, host.caller, { id })
    return link.isErr() ? { error: describeError(link.error) } : toWholeShortlink(link.value, host)
  }
  const found = await host.app.run(hitStats, host.caller, { id })
  if (found.isErr()) return { error: describeError(found.error) }
  const { link } = found.value
  return { ...toWholeShortlink(link, host), ...toHitStats(found.value) }
}
