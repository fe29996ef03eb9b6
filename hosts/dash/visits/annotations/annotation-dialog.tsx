import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { ask } from '../../api/ask.ts'
import { pathOf } from '../../api/errors.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useWords } from '../../ui/words.tsx'
import { Refusal, WriteButton } from '../../ui/write.tsx'
import { ANNOTATIONS_KEY, type Annotation, CREATE_ANNOTATION, UPDATE_ANNOTATION } from './queries.ts'

interface AnnotationDialogProps {
  /** The annotation to change; undefined for a new one. */
  readonly annotation: Annotation | undefined
  /** The link of the chart; undefined for all links. */
  readonly linkId: string | undefined
  /** The initial day of a new annotation. */
  readonly day: string
  readonly onClose: () => void
}

/** The fields of the form. */
interface Typed {
  readonly date: string
  readonly text: string
  readonly scope: 'link' | 'all'
}

/** Adds an annotation to a chart, or changes one. */
export function AnnotationDialog({ annotation, linkId, day, onClose }: AnnotationDialogProps) {
  const { words } = useWords()
  const client = useQueryClient()
  const [date, setDate] = useState(annotation?.date ?? day)
  const [text, setText] = useState(annotation?.text ?? '')
  const [scope, setScope] = useState<Typed['scope']>('link')
  const saving = useMutation({
    // Pass the fields to the mutation: it sees the state of its component a moment late.
    mutationFn: async ({ scope, ...fields }: Typed) => {
      if (annotation) await ask(UPDATE_ANNOTATION, { id: annotation.id, ...fields })
      else await ask(CREATE_ANNOTATION, { linkId: scope === 'link' ? (linkId ?? null) : null, ...fields })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [ANNOTATIONS_KEY] })
      toast(annotation ? words.annotations.saved : words.annotations.added)
      onClose()
    },
  })
  const path = pathOf(saving.error)
  const faultOf = (name: string) => (path === name ? saving.error?.message : undefined)
  return (
    <Dialog title={annotation ? words.annotations.edit : words.annotations.add} onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!saving.isPending) saving.mutate({ date, text, scope })
        }}
      >
        <Field
          label={words.annotations.text}
          hint={words.annotations.textHint}
          required
          autocomplete="off"
          maxLength={80}
          value={text}
          fault={faultOf('text')}
          onInput={setText}
        />
        <Field
          label={words.annotations.date}
          type="date"
          required
          max="9999-12-31"
          value={date}
          fault={faultOf('date')}
          onInput={setDate}
        />
        {annotation === undefined && linkId !== undefined && (
          <Select
            label={words.annotations.scope}
            value={scope}
            options={[
              ['link', words.annotations.thisLink],
              ['all', words.annotations.ofAll],
            ]}
            onChange={(value) => setScope(value === 'all' ? 'all' : 'link')}
          />
        )}
        {path !== 'text' && path !== 'date' && <Refusal error={saving.error} />}
        <div class="actions">
          <button type="button" class="button" onClick={onClose}>
            {words.common.cancel}
          </button>
          <WriteButton type="submit" class="primary" isBusy={saving.isPending} error={saving.error}>
            {annotation ? words.common.save : words.common.add}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}
