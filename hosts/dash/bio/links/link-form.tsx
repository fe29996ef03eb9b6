import { useLayoutEffect, useRef } from 'preact/hooks'
import { ApiError } from '../../api/errors.ts'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { WriteButton } from '../../ui/write.tsx'
import type { LinkDraft } from '../draft.ts'
import { usePageChange } from '../use-page-change.ts'
import styles from './links-part.module.css'

interface LinkFormProps {
  /** The id of the page. */
  readonly page: string
  readonly name: string
  readonly action: string
  readonly link: LinkDraft
  readonly onInput: (link: LinkDraft) => void
  readonly send: () => Promise<unknown>
  readonly onSaved: () => void
  /** Shows a button that closes the form, and focuses its first field. */
  readonly onCancel?: () => void
}

/** Label and URL of an existing or new link. */
export function LinkForm({ page, name, action, link, onInput, send, onSaved, onCancel }: LinkFormProps) {
  const { words } = useWords()
  const form = useRef<HTMLFormElement>(null)
  const focus = () => form.current?.querySelector('input')?.focus()
  const saving = usePageChange(page, (error) => faultOf(error) === undefined && toast(error.message))
  const typed = useRef(link)
  typed.current = link
  const save = () =>
    saving.mutate(
      { send },
      {
        onSuccess: () => {
          // Text typed meanwhile is not saved.
          if (typed.current !== link) return
          onSaved()
          focus()
        },
      },
    )
  useLayoutEffect(() => {
    if (onCancel !== undefined) focus()
  }, [])
  const fault = faultOf(saving.error)
  return (
    <form
      ref={form}
      class={styles.form}
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        if (!saving.isPending) save()
      }}
    >
      <Field
        label={words.bio.address}
        hint={onCancel === undefined && words.bio.addressHint}
        placeholder="https://example.com/"
        inputMode="url"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        required
        value={link.url}
        fault={fault?.path === 'url' ? fault.message : undefined}
        onInput={(url) => onInput({ ...link, url })}
      />
      <Field
        label={words.bio.label}
        hint={onCancel === undefined && words.bio.labelHint}
        autocomplete="off"
        value={link.label}
        fault={fault?.path === 'label' ? fault.message : undefined}
        onInput={(label) => onInput({ ...link, label })}
      />
      <div class={`${onCancel ? 'actions' : 'cluster'} ${styles.actions}`}>
        {onCancel && (
          <button type="button" class="button" onClick={onCancel}>
            {words.common.cancel}
          </button>
        )}
        <WriteButton type="submit" class={onCancel ? 'primary' : ''} isBusy={saving.isPending} error={saving.error}>
          {action}
        </WriteButton>
      </div>
    </form>
  )
}

/** An error that is about one of the fields. */
function faultOf(error: Error | null) {
  if (!(error instanceof ApiError) || (error.path !== 'url' && error.path !== 'label')) return undefined
  return { path: error.path, message: error.message }
}
