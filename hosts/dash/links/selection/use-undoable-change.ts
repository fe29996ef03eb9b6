import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { toastWithUndo } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { changedLinks, pendingChanges } from '../pending-changes.ts'
import { type LinkChange, linksPage, PAGE_SIZE, type Row } from '../queries.ts'
import { type BulkWork, useBulkChange } from './use-bulk-change.ts'

/** Deleting more links than this asks for confirmation instead; other changes of more links are sent at once. */
export const MAX_UNDOABLE = 20

/**
 * Like {@link useBulkChange}, but the list shows at once that links are deleted, archived or disabled or lose a tag, with a toast that can
 * undo it; the request follows when the toast ends.
 */
export function useUndoableChange(onDone: () => void) {
  const { words, format } = useWords()
  const client = useQueryClient()
  const bulk = useBulkChange(onDone)
  /** @param links the links before the change */
  const mutate = (given: BulkWork, links: readonly Row[]) => {
    const { changes = [], deletedIds = [] } = given
    const isDeletion = deletedIds.length > 0
    const isDisabling = changes.length > 0 && changes.every(({ enabled }) => enabled === false)
    const isUndoable =
      isDeletion || isDisabling || changes.some((change) => isArchiving(change) || losesTag(change, links))
    if (links.length > MAX_UNDOABLE || !isUndoable) return bulk.mutate(given)
    const work = { ...given, isAnnounced: true }
    const { deleted, disabled, changed } = words.selection
    const text = isDeletion ? deleted : isDisabling ? disabled : changed
    const count = deletedIds.length + changes.length
    pendingChanges.add(work)
    const restore = showInLists(client, work)
    onDone()
    toastWithUndo({
      text: text(count, format.number(count)),
      run: () => bulk.mutate(work),
      undo() {
        pendingChanges.delete(work)
        restore()
        for (const other of pendingChanges) showInLists(client, other)
      },
    })
  }
  return { mutate, isPending: bulk.isPending }
}

const isArchiving = ({ archived }: LinkChange) => archived !== undefined

const losesTag = ({ id, tags: after }: LinkChange, links: readonly Row[]) =>
  after != null && links.some((link) => link.id === id && link.tags.some((tag) => !after.includes(tag)))

/**
 * Shows a change in the loaded pages of all lists; the links after removed ones move up. Returns the function that takes it back.
 */
function showInLists(client: QueryClient, work: BulkWork): () => void {
  void client.cancelQueries({ queryKey: ['links', 'list'] })
  const queries = client.getQueryCache().findAll({ queryKey: ['links', 'list'] })
  const before = queries.map(({ queryKey, state }) => [queryKey, state.data] as const)
  for (const filter of new Set(queries.map(({ queryKey }) => queryKey[2] as Parameters<typeof linksPage>[0]))) {
    const keyOf = (page: number) => linksPage(filter, page).queryKey
    const links: Row[] = []
    let pages = 0
    for (let page = client.getQueryData(keyOf(0)); page; page = client.getQueryData(keyOf(++pages)))
      links.push(...page.items)
    const kept = changedLinks(links, work)
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
