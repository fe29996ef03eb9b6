import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { DELETE, type Link } from './queries.ts'

/** Deletes the link, after it says what is lost. */
export function DeleteLink({ link }: { readonly link: Link }) {
  const { words, format } = useWords()
  const { route } = useLocation()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const deleting = useMutation({
    mutationFn: () => ask(DELETE, { id: link.id }),
    onSuccess: async () => {
      toast(words.selection.done(1))
      route('/dash', true)
      await client.invalidateQueries({ queryKey: ['links', 'list'] })
    },
    onError: (error) => toast(error.message),
  })
  return (
    <section class="card stack" aria-label={words.common.delete}>
      <h2>{words.edit.deleteLink}</h2>
      <p class="muted small">{words.edit.deleteHint}</p>
      <div>
        <button type="button" class="button danger" onClick={() => setAsking(true)}>
          {words.common.delete}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.selection.deleteTitle(1)}
          action={words.common.delete}
          isBusy={deleting.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => deleting.mutate()}
        >
          <p>{words.selection.deleteLoss(1, format.number(link.hitCount))}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
