import { useMutation, useQuery } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { ask } from '../api/ask.ts'
import { ApiError } from '../api/errors.ts'
import { CopyButton, copyText } from '../ui/copy.tsx'
import { Field, Select } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import styles from './create-line.module.css'
import { ADD, linkDomains, type NewLink, type Row } from './queries.ts'

interface CreateLineProps {
  readonly target?: string
  readonly title?: string | undefined
  readonly onCreated: (link: Row) => unknown
  /** Given what was pasted into the field of the address; returns whether it takes it over. */
  readonly onPaste?: (text: string) => boolean
}

/** An address and, if one likes, a slug and a domain: Enter makes the link and copies it. */
export function CreateLine({ target: initial = '', title, onCreated, onPaste }: CreateLineProps) {
  const { words } = useWords()
  const [target, setTarget] = useState(initial)
  const [slug, setSlug] = useState('')
  const [chosenId, setChosenId] = useState('')
  const known = useQuery(linkDomains).data
  const verified = known?.domains.filter((domain) => domain.verified) ?? []
  const domainId = verified.find(({ id }) => id === chosenId)?.id ?? ''
  const form = useRef<HTMLFormElement>(null)
  const adding = useMutation({
    // What is sent is given to it: a mutation sees the state of its component a moment late.
    mutationFn: async (input: NewLink) => (await ask(ADD, { input })).addShortlink,
    onSuccess: async (link) => {
      setTarget('')
      setSlug('')
      form.current?.querySelector('input')?.focus()
      void onCreated(link)
      if (await copyText(link.shortUrl)) toast(words.common.copied(link.shortUrl))
    },
  })
  const fault = adding.error ? placeOf(adding.error) : undefined
  const submit = (event: Event) => {
    event.preventDefault()
    if (adding.isPending) return
    const shortlink = slug.trim()
    adding.mutate({
      target: withScheme(target),
      ...(shortlink ? { shortlink } : {}),
      ...(domainId ? { domainId } : {}),
      ...(title ? { title } : {}),
    })
  }
  return (
    <form ref={form} class={`card ${styles.line}`} onSubmit={submit} aria-label={words.links.create}>
      <Field
        label={words.links.target}
        placeholder="https://example.com/a/long/way"
        inputMode="url"
        autocomplete="off"
        required
        value={target}
        fault={fault?.field === 'target' ? fault.message : undefined}
        onInput={setTarget}
        onPaste={(event) => {
          if (onPaste?.(event.clipboardData?.getData('text') ?? '')) event.preventDefault()
        }}
      />
      <div class={styles.name}>
        <Field
          label={words.links.slug}
          placeholder={words.links.slugHint}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={100}
          value={slug}
          fault={fault?.field === 'slug' ? fault.message : undefined}
          onInput={setSlug}
        />
        {verified.length > 0 && (
          <Select
            label={words.links.domain}
            value={domainId}
            options={[['', known?.ownHost ?? ''], ...verified.map(({ id, hostname }) => [id, hostname] as const)]}
            onChange={setChosenId}
          />
        )}
      </div>
      <button type="submit" class={`button primary ${styles.submit}`} disabled={adding.isPending}>
        {words.links.shorten}
      </button>
      {adding.data && !adding.isPending && (
        <p class={`cluster ${styles.made}`} role="status">
          <span>{words.links.made}</span>
          <a href={adding.data.shortUrl} target="_blank" rel="noreferrer">
            {adding.data.shortUrl}
          </a>
          <CopyButton text={adding.data.shortUrl} label={words.links.copy(adding.data.shortUrl)} />
        </p>
      )}
    </form>
  )
}

/** People type addresses without their scheme. */
const withScheme = (text: string) => (/^[a-z][a-z0-9+.-]*:/i.test(text.trim()) ? text.trim() : `https://${text.trim()}`)

/** The field that an error is about: slugs may be taken, reserved or malformed. */
function placeOf(error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  const isSlug = error instanceof ApiError && (error.code === 'CONFLICT' || error.path === 'shortlink')
  return { field: isSlug ? 'slug' : 'target', message } as const
}
