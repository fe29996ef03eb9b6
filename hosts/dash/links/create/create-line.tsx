import { useMutation } from '@tanstack/preact-query'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { ApiError } from '../../api/errors.ts'
import { copyText } from '../../ui/copy.tsx'
import { cleared } from '../../ui/drafts/typed-meanwhile.ts'
import { Field } from '../../ui/field.tsx'
import { useIsOffline } from '../../ui/hooks/use-offline.ts'
import { MadeLink } from '../../ui/made-link.tsx'
import { withScheme } from '../../ui/text/is-address.ts'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { ADD, type NewLink, type Row } from '../queries.ts'
import styles from './create-line.module.css'
import { useDomainChoice } from './use-domain-choice.tsx'
import { usePaste } from './use-paste.ts'

interface CreateLineProps {
  readonly target?: string
  readonly title?: string | undefined
  /** Whether the URL field is focused initially. */
  readonly hasFocus?: boolean
  readonly onCreated: (link: Row) => unknown
  /** Called with pasted text of many lines; without it a paste outside of fields does nothing. */
  readonly onPastedLines?: (text: string) => void
}

interface Sent {
  readonly input: NewLink
  /** The texts of the fields, which are cleared once the link is created. */
  readonly typed: { readonly target: string; readonly slug: string }
}

/** A URL and, optionally, a slug and a domain: Enter creates the link and copies it. */
export function CreateLine({
  target: initial = '',
  title,
  hasFocus = false,
  onCreated,
  onPastedLines,
}: CreateLineProps) {
  const { words } = useWords()
  const [target, setTarget] = useState(initial)
  const [slug, setSlug] = useState('')
  const { domainId, domainField } = useDomainChoice()
  const isOffline = useIsOffline()
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('input')?.focus()
  useLayoutEffect(() => {
    if (hasFocus) focus()
  }, [])
  const adding = useMutation({
    // Pass the data to the mutation: it sees the state of its component a moment late.
    mutationFn: async ({ input }: Sent) => {
      const link = (await ask(ADD, { input })).addShortlink
      return { link, isCopied: await copyText(link.shortUrl) }
    },
    onSuccess: ({ link }, { typed }) => {
      setTarget(cleared(typed.target))
      setSlug(cleared(typed.slug))
      void onCreated(link)
    },
  })
  usePaste(onPastedLines, (address) => {
    setTarget(address)
    if (adding.isPending || isOffline) return
    adding.mutate({
      input: { target: address, ...(domainId ? { domainId } : {}) },
      typed: { target: address, slug: '' },
    })
  })
  const made = adding.isPending ? undefined : adding.data
  const fault = faultOf(adding.error)
  const submit = (event: Event) => {
    event.preventDefault()
    if (adding.isPending) return
    const shortlink = slug.trim()
    const input = {
      target: withScheme(target),
      ...(shortlink ? { shortlink } : {}),
      ...(domainId ? { domainId } : {}),
      ...(title ? { title } : {}),
    }
    adding.mutate({ input, typed: { target, slug } }, { onSuccess: focus })
  }
  return (
    <form ref={form} class={`card ${styles.line}`} onSubmit={submit} aria-label={words.links.create} data-create>
      <Field
        label={words.links.target}
        placeholder="https://example.com/a/long/way"
        inputMode="url"
        autocomplete="off"
        required
        value={target}
        fault={fault?.field === 'target' ? fault.message : undefined}
        onInput={setTarget}
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
        {domainField}
      </div>
      <WriteButton type="submit" class={`primary ${styles.submit}`} isBusy={adding.isPending} error={adding.error}>
        {words.links.shorten}
      </WriteButton>
      {adding.error && fault === undefined && (
        <div class={styles.made}>
          <Refusal error={adding.error} />
        </div>
      )}
      {made && (
        <div class={styles.made}>
          <MadeLink shortUrl={made.link.shortUrl} isCopied={made.isCopied}>
            <a href={`/dash/links/${made.link.id}/edit`}>{words.links.toEdit}</a>
          </MadeLink>
        </div>
      )}
    </form>
  )
}

/** The field that an error refers to: slugs may be taken, reserved or malformed. Undefined for other errors. */
function faultOf(error: Error | null) {
  if (!(error instanceof ApiError)) return undefined
  const { code, path, message } = error
  if (code === 'CONFLICT' || path === 'shortlink') return { field: 'slug', message } as const
  return path === 'target' ? ({ field: 'target', message } as const) : undefined
}
