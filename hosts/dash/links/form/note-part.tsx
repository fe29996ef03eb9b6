import { Check, Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'
import { Section, summaryOf } from './section.tsx'

/** Fields that only the owner sees. */
export function NotePart({ draft, link, set, faultOf }: PartProps) {
  const { words } = useWords()
  return (
    <Section title={words.edit.note} summary={summaryOf(draft.note.trim().split('\n')[0], draft.externalId.trim())}>
      <TextArea
        label={words.edit.noteText}
        hint={words.edit.noteHint}
        maxLength={2000}
        value={draft.note}
        fault={faultOf('note')}
        onInput={(note) => set({ note })}
      />
      <Field
        label={words.edit.externalId}
        hint={words.edit.externalIdHint}
        maxLength={200}
        value={draft.externalId}
        fault={faultOf('externalId')}
        onInput={(externalId) => set({ externalId })}
      />
      {link.id !== '' && (
        <Check label={words.edit.archived} checked={draft.archived} onChange={(archived) => set({ archived })} />
      )}
    </Section>
  )
}
