import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'
import { Section, summaryOf } from './section.tsx'

/** Fields for the social preview of the link. */
export function PreviewPart({ draft, set, faultOf }: PartProps) {
  const { words } = useWords()
  return (
    <Section
      title={words.edit.preview}
      summary={summaryOf(draft.previewTitle.trim() || draft.previewDescription.trim() || draft.previewImage.trim())}
    >
      <Field
        label={words.edit.previewTitle}
        maxLength={200}
        value={draft.previewTitle}
        fault={faultOf('preview.title')}
        onInput={(previewTitle) => set({ previewTitle })}
      />
      <TextArea
        label={words.edit.description}
        maxLength={500}
        value={draft.previewDescription}
        fault={faultOf('preview.description')}
        onInput={(previewDescription) => set({ previewDescription })}
      />
      <Field
        label={words.edit.image}
        inputMode="url"
        autocomplete="off"
        hint={words.edit.imageHint}
        value={draft.previewImage}
        fault={faultOf('preview.image')}
        onInput={(previewImage) => set({ previewImage })}
      />
    </Section>
  )
}
