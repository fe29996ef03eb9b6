import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { Trash2 } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { ApiError } from '../../api/errors.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { cleared } from '../../ui/drafts/typed-meanwhile.ts'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { ADD_ALIAS, type Link, link as linkQuery, REMOVE_ALIAS } from '../queries.ts'

/** Aliases of a link. Changes are saved at once. */
export function Aliases({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [slug, setSlug] = useState('')
  const [removing, setRemoving] = useState<string>()
  const changing = useMutation({
    mutationFn: async ({ add, remove }: { add?: string; remove?: string }) => {
      if (add !== undefined) await ask(ADD_ALIAS, { id: link.id, shortlink: add.trim() })
      if (remove !== undefined) await ask(REMOVE_ALIAS, { id: link.id, shortlink: remove })
    },
    onSuccess: async (_answer, { add = '' }) => {
      setSlug(cleared(add))
      await client.invalidateQueries({ queryKey: linkQuery(link.id).queryKey })
    },
    onSettled: () => setRemoving(undefined),
  })
  const { error } = changing
  const isOfSlug = error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'BAD_USER_INPUT')
  return (
    <section class="card stack" aria-label={words.edit.aliases}>
      <h2>{words.edit.aliases}</h2>
      <p class="muted small">{words.edit.aliasesHint}</p>
      {link.aliases.length > 0 && (
        <ul class="stack tight">
          {link.aliases.map((alias) => (
            <li key={alias} class="cluster apart">
              <code>/{alias}</code>
              <WriteButton class="plain" label={words.edit.removeAlias(alias)} onClick={() => setRemoving(alias)}>
                <Icon of={Trash2} />
              </WriteButton>
            </li>
          ))}
        </ul>
      )}
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (slug.trim() !== '' && !changing.isPending) changing.mutate({ add: slug })
        }}
      >
        <Field
          label={words.edit.newAlias}
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          value={slug}
          fault={isOfSlug ? error.message : undefined}
          onInput={setSlug}
        />
        {!isOfSlug && <Refusal error={error} />}
        <div>
          <WriteButton type="submit" isBusy={changing.isPending} error={error}>
            {words.common.add}
          </WriteButton>
        </div>
      </form>
      {removing !== undefined && (
        <ConfirmDialog
          title={words.edit.removeAlias(`/${removing}`)}
          action={words.edit.removeAlias(`/${removing}`)}
          isBusy={changing.isPending}
          onCancel={() => setRemoving(undefined)}
          onConfirm={() => changing.mutate({ remove: removing })}
        >
          <p>{words.edit.removeAliasLoss(removing)}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
