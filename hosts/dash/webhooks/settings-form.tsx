import { useLeaveGuard } from '../ui/drafts/leave-guard.tsx'
import { changedFields } from '../ui/drafts/typed-meanwhile.ts'
import { useKeptDraft } from '../ui/drafts/use-kept-draft.ts'
import { Field } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import { EventChoice } from './event-choice.tsx'
import { faultsOf } from './faults.ts'
import type { Hook } from './queries.ts'
import { useChange } from './use-change.ts'

/** Changed fields of the form; the rest follows the server. */
interface SettingsDraft {
  readonly url?: string
  readonly events?: readonly string[]
}

/** Endpoint URL and events of a webhook. */
export function SettingsForm({ hook }: { readonly hook: Hook }) {
  const { words } = useWords()
  const { draft, isDirty, set, setDraft, drop } = useKeptDraft<SettingsDraft>(`webhook.${hook.id}`, {}, (typed) =>
    isChanged(hook, typed),
  )
  const { url = hook.url, events = hook.events } = draft
  const discard = () => setDraft({})
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
        const keepTyped = () => setDraft((now) => changedFields(draft, now))
        changing.mutate({ changes, done: words.webhooks.updated }, { onSuccess: keepTyped })
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

/** Events are a set; their order is the server's. */
const isChanged = (hook: Hook, { url = hook.url, events = hook.events }: SettingsDraft) =>
  url !== hook.url || events.length !== hook.events.length || !events.every((event) => hook.events.includes(event))
