import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { bioAddress } from '../../http/pages/bio-page.ts'
import { ask } from '../api/ask.ts'
import { ApiError } from '../api/errors.ts'
import { Field } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { Refusal, WriteButton } from '../ui/write.tsx'
import styles from './create-page.module.css'
import { bioPages, CREATE_PAGE, type NewPage } from './queries.ts'

/** Creates a bio page and opens it. */
export function CreatePage({ baseUrl }: { readonly baseUrl: string }) {
  const { words } = useWords()
  const { route } = useLocation()
  const client = useQueryClient()
  const [title, setTitle] = useState('')
  const [slug, setSlug] = useState('')
  const creating = useMutation({
    mutationFn: async (page: NewPage) => (await ask(CREATE_PAGE, page)).createBioPage.id,
    onSuccess: async (id) => {
      await client.invalidateQueries(bioPages)
      route(`/dash/bio/${id}`)
    },
  })
  const field = fieldOf(creating.error)
  return (
    <form
      class={`card ${styles.form}`}
      aria-label={words.bio.create}
      onSubmit={(event) => {
        event.preventDefault()
        if (!creating.isPending) creating.mutate({ slug: slug.trim(), title: title.trim() || null })
      }}
    >
      <Field
        label={words.bio.slug}
        hint={<bdi>{bioAddress(baseUrl, slug.trim() || '…')}</bdi>}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        required
        maxLength={100}
        value={slug}
        fault={field === 'slug' ? creating.error?.message : undefined}
        onInput={setSlug}
      />
      <Field
        label={words.bio.newTitle}
        hint={words.bio.titleHint}
        autocomplete="off"
        value={title}
        fault={field === 'title' ? creating.error?.message : undefined}
        onInput={setTitle}
      />
      <WriteButton type="submit" class={`primary ${styles.submit}`} isBusy={creating.isPending} error={creating.error}>
        {words.bio.createButton}
      </WriteButton>
      {field === undefined && <Refusal error={creating.error} />}
    </form>
  )
}

/** The field that an error is about, if it is about one. */
function fieldOf(error: Error | null) {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'CONFLICT') return 'slug'
  return error.path === 'slug' || error.path === 'title' ? error.path : undefined
}
