import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { Trash2 } from 'lucide'
import { useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { ADD_ALIAS, type Link, link as linkQuery, REMOVE_ALIAS } from './queries.ts'

/** Further slugs of a link. They are saved at once. */
export function Aliases({ link }: { readonly link: Link }) {
  const { words } = useWords()
  const client = useQueryClient()
  const [slug, setSlug] = useState('')
  const changing = useMutation({
    mutationFn: async ({ add, remove }: { add?: string; remove?: string }) => {
      if (add !== undefined) await ask(ADD_ALIAS, { id: link.id, shortlink: add })
      if (remove !== undefined) await ask(REMOVE_ALIAS, { id: link.id, shortlink: remove })
    },
    onSuccess: async () => {
      setSlug('')
      await client.invalidateQueries({ queryKey: linkQuery(link.id).queryKey })
    },
  })
  return (
    <section class="card stack" aria-label={words.edit.aliases}>
      <h2>{words.edit.aliases}</h2>
      <p class="muted small">{words.edit.aliasesHint}</p>
      <ul class="stack tight">
        {link.aliases.map((alias) => (
          <li key={alias} class="cluster apart">
            <code>/{alias}</code>
            <button
              type="button"
              class="button plain"
              aria-label={words.edit.removeAlias(alias)}
              disabled={changing.isPending}
              onClick={() => changing.mutate({ remove: alias })}
            >
              <Icon of={Trash2} />
            </button>
          </li>
        ))}
      </ul>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (slug.trim() !== '') changing.mutate({ add: slug.trim() })
        }}
      >
        <Field
          label={words.edit.newAlias}
          autocomplete="off"
          spellcheck={false}
          maxLength={100}
          value={slug}
          fault={changing.error?.message}
          onInput={setSlug}
        />
        <div>
          <button type="submit" class="button" disabled={changing.isPending}>
            {words.common.add}
          </button>
        </div>
      </form>
    </section>
  )
}
