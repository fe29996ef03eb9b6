import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { Select } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { WriteButton } from '../../ui/write.tsx'
import { type Hook, TEST, webhook } from '../queries.ts'

/** Sends a sample event of one of the webhook's types. */
export function TestEvent({ hook: { id, events } }: { readonly hook: Pick<Hook, 'id' | 'events'> }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const event = chosen !== undefined && events.includes(chosen) ? chosen : (events[0] ?? '')
  const sending = useMutation({
    mutationFn: (event: string) => ask(TEST, { id, event }),
    onSuccess: async (_answer, event) => {
      await client.invalidateQueries({ queryKey: webhook(id).queryKey })
      toast(words.webhooks.queued(event))
    },
    onError: (error) => toast(error.message),
  })
  return (
    <div class="cluster">
      {events.length > 1 && (
        <Select
          bare
          label={words.webhooks.testEvent}
          value={event}
          options={events.map((one) => [one, one])}
          onChange={setChosen}
        />
      )}
      <WriteButton isBusy={sending.isPending} error={sending.error} onClick={() => sending.mutate(event)}>
        {words.webhooks.test}
      </WriteButton>
    </div>
  )
}
