import { useMutation, useQueryClient } from '@tanstack/preact-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { pathOf } from '../../api/errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { savedViews } from '../queries.ts'
import { CREATE_VIEW, UPDATE_VIEW, type View, type ViewContent } from './queries.ts'

interface SaveProps {
  readonly views: readonly View[]
  readonly content: ViewContent
  readonly onClose: () => void
}

/** Saves the filters and the order of the list under a name. The name of another view replaces that view. */
export function SaveViewDialog({ views, content, onClose }: SaveProps) {
  const { words } = useWords()
  const sameAs = (name: string) => views.find((view) => view.name.toLowerCase() === name.toLowerCase())
  return (
    <NameDialog
      title={words.views.save}
      initial=""
      hintOf={(name) => sameAs(name) && words.views.replaces(sameAs(name)?.name ?? '')}
      actionOf={(name) => (sameAs(name) ? words.views.replace : words.common.save)}
      save={(name) => {
        const same = sameAs(name)
        return same ? ask(UPDATE_VIEW, { id: same.id, name, ...content }) : ask(CREATE_VIEW, { name, ...content })
      }}
      onClose={onClose}
    />
  )
}

/** Renames a view. */
export function RenameViewDialog({ view, onClose }: { readonly view: View; readonly onClose: () => void }) {
  const { words } = useWords()
  return (
    <NameDialog
      title={words.views.rename}
      initial={view.name}
      actionOf={() => words.views.renameIt}
      save={(name) => ask(UPDATE_VIEW, { id: view.id, name })}
      onClose={onClose}
    />
  )
}

interface NameProps {
  readonly title: string
  readonly initial: string
  readonly hintOf?: (name: string) => ComponentChildren
  readonly actionOf: (name: string) => string
  readonly save: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks for the name of a view. */
function NameDialog({ title, initial, hintOf, actionOf, save, onClose }: NameProps) {
  const { words } = useWords()
  const client = useQueryClient()
  const [text, setText] = useState(initial)
  const name = text.trim()
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async (_, name) => {
      await client.invalidateQueries({ queryKey: savedViews.queryKey })
      toast(words.views.saved(name))
      onClose()
    },
  })
  const isOfName = pathOf(saving.error) === 'name'
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate(name)
        }}
      >
        <Field
          label={words.views.name}
          hint={hintOf?.(name)}
          required
          autocomplete="off"
          maxLength={60}
          value={text}
          fault={isOfName ? saving.error?.message : undefined}
          onInput={setText}
        />
        {!isOfName && <Refusal error={saving.error} />}
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <WriteButton type="submit" class="primary" isBusy={saving.isPending} error={saving.error}>
            {actionOf(name)}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
