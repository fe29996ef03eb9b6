import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { DELETE, type Link } from './queries.ts'

/** Deletes the link after a confirmation that lists the consequences. */
export function DeleteLink({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const { route } = useLocation()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const deleting = useMutation({
    mutationFn: () => ask(DELETE, { id: link.id }),
    onSuccess: async () => {
      toast(words.selection.deleted(1, '1'))
      route('/dash', true)
      await client.invalidateQueries({ queryKey: ['links', 'list'] })
    },
    onError: (error) => toast(error.message),
  })
  return (
    <section class="card stack" aria-label={words.edit.deleteLink}>
      <h2>{words.edit.deleteLink}</h2>
      <p class="muted small">{words.edit.deleteHint}</p>
      <div>
        <WriteButton class="danger" onClick={() => setAsking(true)}>
          {words.common.delete}
        </WriteButton>
      </div>
      {isAsking && (
        <DeleteDialog
          links={[link]}
          isBusy={deleting.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => deleting.mutate()}
        />
      )}
    </section>
  )
}
