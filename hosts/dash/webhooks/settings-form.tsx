import { Field } from '../ui/field.tsx'
import { useLeaveGuard } from '../ui/leave-guard.tsx'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import { EventChoice } from './event-choice.tsx'
import { faultsOf } from './faults.ts'
import type { Hook } from './queries.ts'
import { useChange } from './use-change.ts'
import { useSettingsDraft } from './use-settings-draft.ts'

/** Where a webhook posts, and which events. */
export function SettingsForm({ hook }: { readonly hook: Hook }) {
  const { words } = useWords()
  const { draft, url, events, isDirty, set, discard, drop } = useSettingsDraft(hook)
  const changing = useChange(hook.id)
  const faults = faultsOf(changing.error)
  return (
    <form
      class="card stack"
      aria-label={words.webhooks.settings}
      onSubmit={(event) => {
        event.preventDefault()
        if (changing.isPending) return
        const changes = {
          ...(draft.url !== undefined && { url: url.trim() }),
          ...(draft.events !== undefined && { events: [...events] }),
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
        value={url}
        fault={faults.url}
        onInput={(url) => set({ url })}
      />
      <EventChoice events={events} fault={faults.events} onChange={(events) => set({ events })} />
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
      {useLeaveGuard(isDirty, drop)}
    </form>
  )
}
