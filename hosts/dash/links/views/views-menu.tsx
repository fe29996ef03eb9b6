import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { Bookmark, BookmarkPlus, Check, Pencil, Trash2 } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { useChunk } from '../../ui/hooks/use-chunk.ts'
import { useIsOffline } from '../../ui/hooks/use-offline.ts'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { toast, toastWithUndo } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { savedViews } from '../queries.ts'
import { CREATE_VIEW, DELETE_VIEW, type View } from './queries.ts'
import { addressOf, contentOf, isSpecial, viewOf } from './view-address.ts'
import styles from './views-menu.module.css'

/** The saved views of the list, and what can be done with the shown one; nothing while there is neither a view nor a filter to save. */
export function ViewsMenu({ query }: { readonly query: URLSearchParams }) {
  const { words } = useWords()
  const views = useQuery(savedViews).data ?? []
  const [dialog, setDialog] = useState<'save' | 'rename'>()
  const dialogs = useChunk(dialog !== undefined, () => import('./view-dialogs.tsx'))
  const isOffline = useIsOffline()
  const deleting = useDeleting()
  const content = contentOf(query)
  const active = viewOf(query, views)
  const isNew = active === undefined && isSpecial(content)
  if (views.length === 0 && !isNew) return null
  return (
    <div class={styles.views}>
      <Menu
        label={active ? words.views.active(active.name) : words.views.title}
        icon={Bookmark}
        text={active?.name ?? words.views.title}
      >
        {views.map((view) => (
          <a key={view.id} href={addressOf(view)} aria-current={view.id === active?.id ? 'true' : undefined}>
            <Icon of={view.id === active?.id ? Check : Bookmark} /> <bdi class="one-line">{view.name}</bdi>
          </a>
        ))}
        {views.length > 0 && (isNew || active) && <hr />}
        {isNew && (
          <button type="button" disabled={isOffline} onClick={() => setDialog('save')}>
            <Icon of={BookmarkPlus} /> {words.views.save}
          </button>
        )}
        {active && (
          <>
            <button type="button" disabled={isOffline} onClick={() => setDialog('rename')}>
              <Icon of={Pencil} /> {words.views.rename}
            </button>
            <button type="button" data-kind="bad" disabled={isOffline} onClick={() => deleting.mutate(active)}>
              <Icon of={Trash2} /> {words.views.delete}
            </button>
          </>
        )}
      </Menu>
      {dialogs && dialog === 'save' && (
        <dialogs.SaveViewDialog views={views} content={content} onClose={() => setDialog(undefined)} />
      )}
      {dialogs && dialog === 'rename' && active && (
        <dialogs.RenameViewDialog view={active} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}

/** Deletes a view at once; Undo saves it again. */
function useDeleting() {
  const { words } = useWords()
  const client = useQueryClient()
  const reload = () => client.invalidateQueries({ queryKey: savedViews.queryKey })
  const restore = ({ name, filter, sort }: View) =>
    ask(CREATE_VIEW, { name, filter, sort })
      .catch((error: Error) => toast(error.message))
      .then(reload)
  return useMutation({
    mutationFn: ({ id }: View) => ask(DELETE_VIEW, { id }),
    onSuccess: (_, view) =>
      toastWithUndo({ text: words.views.deleted(view.name), run: () => {}, undo: () => void restore(view) }),
    onError: (error) => toast(error.message),
    onSettled: reload,
  })
}
