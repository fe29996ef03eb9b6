import { infiniteQueryOptions, queryOptions } from '@tanstack/preact-query'
import type { TadaDocumentNode } from 'gql.tada'
import { ask } from '../api/ask.ts'
import { type AnswerOf, graphql } from '../api/graphql.ts'
import type { AuditFilter } from './audit-filter.ts'

/** Entries of a page of the log. */
const PAGE_SIZE = 30
/** Entries in the history of a link. */
const HISTORY_SIZE = 5
/** The server accepts at most 15 aliases of a field. */
const NAMES_PER_REQUEST = 15

const ENTRY = graphql('fragment Entry on AuditEntry { id at actor action targetKind targetId changed network }')
const LOG = graphql(
  `query ($take: Int, $cursor: String, $actor: String, $action: String, $targetId: ID, $from: String, $to: String) {
    auditLog(take: $take, cursor: $cursor, actor: $actor, action: $action, targetId: $targetId, from: $from, to: $to) {
      items { ...Entry }
      nextCursor
    }
  }`,
  [ENTRY],
)
const KNOWN = graphql(
  'fragment Known on Query { getUserInfo { id name email } getApiKeys { id label } sessions { id browser os } }',
)
const ACTORS = graphql('query { ...Known }', [KNOWN])
const HISTORY = graphql(
  'query ($id: ID, $take: Int) { auditLog(targetId: $id, take: $take) { items { ...Entry } } ...Known }',
  [ENTRY, KNOWN],
)
const RECORDS = graphql(
  'query { tags { id name } domains { id hostname } webhooks { id url } bioPages { id slug links { id label } } }',
)

export type Entry = AnswerOf<typeof ENTRY>
export type Actors = AnswerOf<typeof KNOWN>

/** The audit log, newest first, with the short URLs of its links that still exist. */
export const auditLog = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'log', filter],
    queryFn: async ({ signal, pageParam: cursor }) => {
      const { auditLog } = await ask(LOG, { ...filter, take: PAGE_SIZE, cursor }, { signal })
      const links = auditLog.items.filter(({ targetKind }) => targetKind === 'LINK').map(({ targetId }) => targetId)
      return { ...auditLog, linkNames: await shortUrlsOf([...new Set(links)], signal) }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** The newest entries of a link, with the names of their actors. Its key belongs to the links, so that a change of one reloads it. */
export const linkHistory = (id: string) =>
  queryOptions({
    queryKey: ['links', 'history', id],
    queryFn: ({ signal }) => ask(HISTORY, { id, take: HISTORY_SIZE }, { signal }),
  })

/** The names of the account, its sessions and its API keys. */
export const actors = queryOptions({
  queryKey: ['audit', 'actors'],
  queryFn: ({ signal }) => ask(ACTORS, {}, { signal }),
})

/** The names of records other than links, by their id. */
export const recordNames = queryOptions({
  queryKey: ['audit', 'records'],
  queryFn: async ({ signal }) => {
    const { tags, domains, webhooks, bioPages } = await ask(RECORDS, {}, { signal })
    return new Map([
      ...tags.map(({ id, name }) => [id, name] as const),
      ...domains.map(({ id, hostname }) => [id, hostname] as const),
      ...webhooks.map(({ id, url }) => [id, url] as const),
      ...bioPages.map(({ id, slug }) => [id, slug] as const),
      ...bioPages.flatMap(({ links }) => links.map(({ id, label }) => [id, label] as const)),
    ])
  },
})

type ShortUrls = Readonly<Record<string, { readonly id: string; readonly shortUrl: string } | null>>

async function shortUrlsOf(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const chunks = Array.from({ length: Math.ceil(ids.length / NAMES_PER_REQUEST) }, (_, at) =>
    ids.slice(at * NAMES_PER_REQUEST, (at + 1) * NAMES_PER_REQUEST),
  )
  const answers = await Promise.all(
    chunks.map((chunk) =>
      ask(shortUrls(chunk.length), Object.fromEntries(chunk.map((id, at) => [`id${at}`, id])), {
        signal,
        // A deleted link is an error.
        isPartial: true,
      }),
    ),
  )
  return new Map(
    answers.flatMap((found) =>
      Object.values(found).flatMap((link) => (link ? [[link.id, link.shortUrl] as const] : [])),
    ),
  )
}

function shortUrls(count: number) {
  const places = Array.from({ length: count }, (_, at) => at)
  const parameters = places.map((at) => `$id${at}: ID!`).join(' ')
  const fields = places.map((at) => `link${at}: getShortlinkInfo(id: $id${at}) { id shortUrl }`).join(' ')
  return `query (${parameters}) { ${fields} }` as unknown as TadaDocumentNode<ShortUrls, Record<string, string>>
}
