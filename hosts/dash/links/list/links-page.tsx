import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { useChunk } from '../../ui/hooks/use-chunk.ts'
import { Page } from '../../ui/page.tsx'
import { useWords } from '../../ui/words.tsx'
import { QuickCreate } from '../create/quick-create.tsx'
import { filterOf, queryOf } from '../list-filter.ts'
import { linksPage, type Row } from '../queries.ts'
import { useSelection } from '../selection/use-selection.ts'
import { MAX_UNDOABLE, useUndoableChange } from '../selection/use-undoable-change.ts'
import { Toolbar } from '../toolbar/toolbar.tsx'
import { LinkList } from './link-list.tsx'

/** The list of links, below the line that creates one and the tools of the list. */
export function LinksPage() {
  const { words } = useWords()
  const { url } = useLocation()
  const query = queryOf(url)
  const client = useQueryClient()
  const [bulk, setBulk] = useState<string>()
  const BulkDialog = useChunk(bulk !== undefined, () =>
    import('../create/bulk-dialog.tsx').then((chunk) => chunk.BulkDialog),
  )
  const filter = filterOf(query)
  const key = JSON.stringify(filter)
  const reload = () => client.invalidateQueries({ queryKey: ['links'] })
  const hasNone = useQuery(linksPage(filter, 0)).data?.totalCount === 0 && Object.keys(filter).length === 0
  const selection = useSelection(key)
  const selected = [...selection.links.values()]
  const [deleting, setDeleting] = useState<readonly Row[]>([])
  const [tagging, setTagging] = useState<readonly Row[]>([])
  const parts = useChunk(
    selected.length + deleting.length + tagging.length > 0,
    () => import('../selection/on-selection.ts'),
  )
  const changing = useUndoableChange(() => {
    setDeleting([])
    selection.clear()
  })
  /** Few links can be brought back; many are confirmed. */
  const remove = (links: readonly Row[]) =>
    links.length > MAX_UNDOABLE ? setDeleting(links) : changing.mutate({ deletedIds: links.map(({ id }) => id) }, links)
  return (
    <Page
      title={words.frame.links}
      actions={
        <button type="button" class="button" onClick={() => setBulk('')}>
          {words.bulk.open}
        </button>
      }
    >
      <QuickCreate onCreated={reload} onPastedLines={setBulk} />
      {parts && selected.length > 0 ? (
        <parts.SelectionBar
          links={selected}
          isAll={selection.isAll}
          isBusy={changing.isPending}
          onChange={(changes) => changing.mutate({ changes }, selected)}
          onTags={() => setTagging(selected)}
          onDelete={() => remove(selected)}
          onClear={selection.clear}
        />
      ) : (
        !hasNone && <Toolbar query={query} />
      )}
      <LinkList
        key={key}
        filter={filter}
        selection={selection}
        onChange={(link, change) => changing.mutate({ changes: [{ id: link.id, ...change }] }, [link])}
        onTags={setTagging}
        onDelete={remove}
      />
      {parts && deleting.length > 0 && (
        <parts.DeleteDialog
          links={deleting}
          isBusy={changing.isPending}
          onCancel={() => setDeleting([])}
          onConfirm={() => changing.mutate({ deletedIds: deleting.map(({ id }) => id) }, deleting)}
        />
      )}
      {parts && tagging.length > 0 && (
        <parts.TagsDialog
          links={tagging}
          isBusy={changing.isPending}
          onCancel={() => setTagging([])}
          onConfirm={(changes) => {
            setTagging([])
            changing.mutate({ changes }, tagging)
          }}
        />
      )}
      {BulkDialog && bulk !== undefined && (
        <BulkDialog
          initial={bulk}
          onClose={() => {
            setBulk(undefined)
            void reload()
          }}
        />
      )}
    </Page>
  )
}
