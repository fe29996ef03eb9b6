import { useQueryClient } from '@tanstack/preact-query'
import { ask } from '../api/ask.ts'
import { Conflict } from '../ui/drafts/conflict.tsx'
import { SaveBar } from '../ui/drafts/save-bar.tsx'
import { useDraft } from '../ui/drafts/use-draft.ts'
import { Field } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { EventChoice } from './event-choice.tsx'
import { faultsOf } from './faults.ts'
import { CHANGE, type Hook, webhook } from './queries.ts'

interface Draft {
  readonly url: string
  readonly events: readonly string[]
}

const toDraft = ({ url, events }: Hook): Draft => ({ url, events })
const versionOf = (hook: Hook) => JSON.stringify(toDraft(hook))
/** Events are a set; their order is the server's. */
const isChange = (hook: Hook, { url, events }: Draft) =>
  url !== hook.url || events.length !== hook.events.length || !events.every((event) => hook.events.includes(event))

/** Endpoint URL and events of a webhook. */
export function SettingsForm({ hook }: { readonly hook: Hook }) {
  const { words, format } = useWords()
  const client = useQueryClient()
  const query = webhook(hook.id)
  const { draft, newer, isDirty, isRestored, isSaving, error, set, save, load, guard } = useDraft({
    key: `webhook.${hook.id}`,
    stored: hook,
    toDraft,
    versionOf,
    isChange,
    async read() {
      // A request that polling sent earlier may have the state before the change.
      await client.cancelQueries(query)
      return (await client.fetchQuery({ ...query, staleTime: 0 })).hook
    },
    save: ({ id }, { url, events }) => ask(CHANGE, { id, changes: { url: url.trim(), events: [...events] } }),
    onSaved() {
      toast(words.webhooks.updated)
      void client.invalidateQueries({ queryKey: ['webhooks'] })
    },
  })
  const faults = faultsOf(error)
  return (
    <form
      class="card stack"
      aria-label={words.webhooks.settings}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <h2>{words.webhooks.settings}</h2>
      <Field
        label={words.webhooks.url}
        hint={words.webhooks.urlHint}
        type="url"
        required
        value={draft.url}
        fault={faults.url}
        onInput={(url) => set({ url })}
      />
      <EventChoice events={draft.events} fault={faults.events} onChange={(events) => set({ events })} />
      {newer && (
        <Conflict isBusy={isSaving} onLoad={() => load(newer)} onOverwrite={() => save(true)}>
          <p>
            <bdi>{newer.url}</bdi> · {format.list(newer.events)}
          </p>
        </Conflict>
      )}
      <SaveBar
        isDirty={isDirty}
        isSaving={isSaving}
        isRestored={isRestored}
        error={faults.other && error}
        faults={[]}
        onDiscard={() => load()}
      />
      {guard}
    </form>
  )
}
