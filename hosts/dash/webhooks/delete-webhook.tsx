import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { DELETE, type Hook, webhook, webhooks } from './queries.ts'

/** Deletes the webhook after a confirmation that lists the consequences. */
export function DeleteWebhook({ hook: { id, url } }: { readonly hook: Pick<Hook, 'id' | 'url'> }) {
  const { words } = useWords()
  const { route } = useLocation()
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const deleting = useMutation({
    mutationFn: () => ask(DELETE, { id }),
    onSuccess: async () => {
      toast(words.webhooks.deleted)
      route('/dash/webhooks', true)
      client.removeQueries({ queryKey: webhook(id).queryKey })
      await client.invalidateQueries({ queryKey: webhooks.queryKey })
    },
    onError: (error) => toast(error.message),
  })
  return (
    <section class="card stack" aria-label={words.common.delete}>
      <h2>{words.common.delete}</h2>
      <p class="muted small">{words.webhooks.deleteHint}</p>
      <div>
        <button type="button" class="button danger" onClick={() => setAsking(true)}>
          {words.common.delete}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.webhooks.deleteTitle}
          action={words.common.delete}
          isBusy={deleting.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => deleting.mutate()}
        >
          <p>{words.webhooks.deleteLoss(url)}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
