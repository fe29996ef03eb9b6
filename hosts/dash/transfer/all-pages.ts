import type { TadaDocumentNode } from 'gql.tada'
import { askPatiently } from '../api/ask-patiently.ts'
import { PAGE_SIZE } from './queries.ts'

interface Pages<Item> {
  readonly shortlinkConnection: { readonly items: readonly Item[] }
}

/** All links of the account, page by page, newest first. */
export async function* allPages<Item extends { readonly id: string }>(
  document: TadaDocumentNode<Pages<Item>, { links?: number | null; after?: string | null }>,
  signal: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  for (let after: string | null = null; ; ) {
    const variables: { links: number; after: string | null } = { links: PAGE_SIZE, after }
    const { items }: Pages<Item>['shortlinkConnection'] = (await askPatiently(document, variables, { signal }))
      .shortlinkConnection
    if (items.length > 0) yield items
    if (items.length < PAGE_SIZE) return
    after = items.at(-1)?.id ?? null
  }
}
