import { useState } from 'preact/hooks'
import { Field } from '../ui/field.tsx'
import { useLeaveGuard } from '../ui/leave-guard.tsx'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import { EventChoice } from './event-choice.tsx'
import { faultsOf } from './faults.ts'
import type { Hook } from './queries.ts'
import { useChange } from './use-change.ts'

/** Where a webhook posts, and which events. What is not touched follows the server. */
export function SettingsForm({ hook }: { readonly hook: Hook }) {
  const { words } = useWords()
  const [url, setUrl] = useState<string>()
  const [events, setEvents] = useState<readonly string[]>()
  const changing = useChange(hook.id)
  const faults = faultsOf(changing.error)
  const isDirty = (url !== undefined && url !== hook.url) || (events !== undefined && !isSame(events, hook.events))
  const discard = () => {
    setUrl(undefined)
    setEvents(undefined)
  }
  return (
    <form
      class="card stack"
      aria-label={words.webhooks.settings}
      onSubmit={(event) => {
        event.preventDefault()
        if (changing.isPending) return
        const changes = {
          ...(url !== undefined && { url: url.trim() }),
          ...(events !== undefined && { events: [...events] }),
        }
        changing.mutate({ changes, done: words.webhooks.updated }, { onSuccess: discard })
      }}
    >
      <h2>{words.webhooks.settings}</h2>
      <Field
        label={words.webhooks.url}
        hint={words.webhooks.urlHint}
        type="url"
        required
        value={url ?? hook.url}
        fault={faults.url}
        onInput={setUrl}
      />
      <EventChoice events={events ?? hook.events} fault={faults.events} onChange={setEvents} />
      <div class="cluster">
        <WriteButton
          type="submit"
          class="primary"
          disabled={!isDirty}
          isBusy={changing.isPending}
          error={changing.error}
        >
          {words.common.save}
        </WriteButton>
        <button type="button" class="button" disabled={!isDirty} onClick={discard}>
          {words.edit.discard}
        </button>
      </div>
      {useLeaveGuard(isDirty)}
    </form>
  )
}

/** Events are a set; their order is the server's. */
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((event) => other.includes(event))
