import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { ROTATE } from './queries.ts'

/** Rotates the secret, after a notice of how long the previous one still signs. */
export function SecretPart({ id }: { readonly id: string }) {
  const { words } = useWords()
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const rotating = useMutation({
    // Keeps the secret out of the mutation cache.
    gcTime: 0,
    mutationFn: async () => {
      const { rotateWebhookSecret } = await ask(ROTATE, { id })
      setSecret(rotateWebhookSecret.secret ?? '')
    },
    onSuccess: () => setAsking(false),
    onError: (error) => toast(error.message),
  })
  return (
    <section class="card stack" aria-label={words.webhooks.secret}>
      <h2>{words.webhooks.secret}</h2>
      <p class="muted small">{words.webhooks.secretHint}</p>
      <div>
        <button type="button" class="button" onClick={() => setAsking(true)}>
          {words.webhooks.newSecret}
        </button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={words.webhooks.newSecretTitle}
          action={words.webhooks.newSecret}
          isBusy={rotating.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={() => rotating.mutate()}
        >
          <p>{words.webhooks.newSecretHint}</p>
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <SecretDialog title={words.webhooks.secretTitle} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </section>
  )
}
