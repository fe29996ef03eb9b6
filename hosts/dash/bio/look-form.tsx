import type { BioTheme } from '@shortlink/core'
import { Field } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import { ThemeChoice } from './theme-choice.tsx'

interface LookFormProps {
  readonly title: string
  readonly theme: BioTheme
  /** Validation error of the title. */
  readonly fault: string | undefined
  readonly isChanged: boolean
  readonly onChange: (part: { readonly title?: string; readonly theme?: BioTheme }) => void
  readonly onSave: () => void
}

/** Title and theme of a page. Themes can be tried in the preview: visitors see one once it is saved. */
export function LookForm({ title, theme, fault, isChanged, onChange, onSave }: LookFormProps) {
  const { words } = useWords()
  return (
    <form
      class="card stack"
      aria-label={words.bio.look}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) onSave()
      }}
    >
      <h2>{words.bio.look}</h2>
      <Field
        label={words.bio.title}
        hint={words.bio.titleHint}
        autocomplete="off"
        value={title}
        fault={fault}
        onInput={(title) => onChange({ title })}
      />
      <ThemeChoice value={theme} onChange={(theme) => onChange({ theme })} />
      <div>
        <WriteButton type="submit" class="primary" disabled={!isChanged}>
          {words.common.save}
        </WriteButton>
      </div>
    </form>
  )
}
