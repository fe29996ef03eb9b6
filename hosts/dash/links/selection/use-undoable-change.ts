import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { toastWithUndo } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { linksPage, PAGE_SIZE, type Row } from '../queries.ts'
import { type BulkWork, useBulkChange } from './use-bulk-change.ts'

/** Deleting more links than this asks for confirmation instead. */
export const MAX_UNDOABLE = 20

/**
 * Like {@link useBulkChange}, but links that are deleted or archived leave the list at once, with a toast that can undo it; the request
 * follows when the toast ends.
 */
export function useUndoableChange(onDone: () => void) {
  const { words, format } = useWords()
  const client = useQueryClient()
  const bulk = useBulkChange(onDone)
  const mutate = (work: BulkWork) => {
    const { changes = [], deletedIds = [] } = work
    const isDeletion = deletedIds.length > 0
    const ids = isDeletion ? deletedIds : changes.map(({ id }) => id)
    const isArchiving = changes.length > 0 && changes.every(({ archived }) => archived !== undefined)
    if (ids.length > MAX_UNDOABLE || !(isDeletion || isArchiving)) return bulk.mutate(work)
    const restore = removeFromLists(client, new Set(ids))
    onDone()
    toastWithUndo({
      text: (isDeletion ? words.selection.deleted : words.selection.changed)(ids.length, format.number(ids.length)),
      run: () => bulk.mutate({ ...work, isAnnounced: true }),
      undo: restore,
    })
  }
  return { mutate, isPending: bulk.isPending }
}

/** Removes links from the loaded pages of all lists; the links after them move up. Returns the function that brings them back. */
function removeFromLists(client: QueryClient, ids: ReadonlySet<string>): () => void {
  void client.cancelQueries({ queryKey: ['links', 'list'] })
  const queries = client.getQueryCache().findAll({ queryKey: ['links', 'list'] })
  const before = queries.map(({ queryKey, state }) => [queryKey, state.data] as const)
  for (const filter of new Set(queries.map(({ queryKey }) => queryKey[2] as Parameters<typeof linksPage>[0]))) {
    const keyOf = (page: number) => linksPage(filter, page).queryKey
    const links: Row[] = []
    let pages = 0
    for (let page = client.getQueryData(keyOf(0)); page; page = client.getQueryData(keyOf(++pages)))
      links.push(...page.items)
    const kept = links.filter(({ id }) => !ids.has(id))
    for (let page = 0; page < pages; page++)
      client.setQueryData(keyOf(page), (old) => ({
        items: kept.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
        totalCount: (old?.totalCount ?? 0) - (links.length - kept.length),
      }))
  }
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}
