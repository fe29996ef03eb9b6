import { Field } from '../ui/field.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useWords } from '../ui/words.tsx'
import { ColorsField } from './colors-field.tsx'
import { type PageDraft, themeOf } from './draft.ts'
import { ThemeChoice } from './theme-choice.tsx'

interface LookPartProps {
  readonly draft: PageDraft
  readonly set: (part: Partial<PageDraft>) => void
  /** The validation error of a field. */
  readonly faultOf: (field: string) => string | undefined
}

/** Everything of a page but its links. Themes and colors can be tried in the preview: visitors see them once they are saved. */
export function LookPart({ draft, set, faultOf }: LookPartProps) {
  const { words } = useWords()
  return (
    <section class="card stack" aria-label={words.bio.look}>
      <h2>{words.bio.look}</h2>
      <Field
        label={words.bio.title}
        hint={words.bio.titleHint}
        autocomplete="off"
        maxLength={200}
        value={draft.title}
        onInput={(title) => set({ title })}
      />
      <TextArea label={words.bio.text} value={draft.text} fault={faultOf('text')} onInput={(text) => set({ text })} />
      <Field
        label={words.bio.pictureUrl}
        hint={words.bio.pictureHint}
        placeholder="https://example.com/me.jpg"
        inputMode="url"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={draft.pictureUrl}
        fault={faultOf('pictureUrl')}
        onInput={(pictureUrl) => set({ pictureUrl })}
      />
      <ThemeChoice value={themeOf(draft.theme)} onChange={(theme) => set({ theme })} />
      <ColorsField
        colors={draft.colors}
        theme={themeOf(draft.theme)}
        fault={faultOf('colors')}
        onChange={(colors) => set({ colors })}
      />
    </section>
  )
}
