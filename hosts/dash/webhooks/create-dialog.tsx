import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { SecretDialog } from '../ui/secret-dialog.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import { EventChoice } from './event-choice.tsx'
import { faultsOf } from './faults.ts'
import { CREATE, type NewHook, webhooks } from './queries.ts'

/** Creates a webhook, shows its secret once, and opens the page of the webhook. */
export function CreateDialog({ onClose }: { readonly onClose: () => void }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<readonly string[]>(['link.created', 'link.clicked'])
  const { route } = useLocation()
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>()
  const creating = useMutation({
    // Keeps the secret out of the mutation cache.
    gcTime: 0,
    mutationFn: async (webhook: NewHook) => {
      const { createWebhook } = await ask(CREATE, { webhook })
      setMade({ id: createWebhook.id, secret: createWebhook.secret ?? '' })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: webhooks.queryKey }),
  })
  const faults = faultsOf(creating.error)
  if (made !== undefined) {
    return (
      <SecretDialog
        title={words.webhooks.secretTitle}
        secret={made.secret}
        onClose={() => {
          onClose()
          route(`/dash/webhooks/${made.id}`)
        }}
      />
    )
  }
  return (
    <Dialog title={words.webhooks.create} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!creating.isPending) creating.mutate({ url: url.trim(), events: [...events] })
        }}
      >
        <Field
          label={words.webhooks.url}
          hint={words.webhooks.urlHint}
          type="url"
          placeholder="https://example.com/hook"
          required
          value={url}
          fault={faults.url}
          onInput={setUrl}
        />
        <EventChoice events={events} fault={faults.events} onChange={setEvents} />
        {faults.other && <Refusal error={creating.error} />}
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <WriteButton type="submit" class="primary" isBusy={creating.isPending} error={creating.error}>
            {words.webhooks.make}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
