import { CopyButton } from '../../ui/copy.tsx'
import { Check, Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useWords } from '../../ui/words.tsx'
import { StatusChip } from '../status-chip.tsx'
import { TagsField } from '../tags-field.tsx'
import type { PartProps } from './part-props.ts'
import { statusText } from './status-text.ts'

/** The link's destination, its status, and fields for finding it. */
export function BasicsPart({ draft, link, set, faultOf }: PartProps) {
  const { words, format } = useWords()
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.basics}</legend>
      <div class="stack tight">
        <p class="cluster">
          <strong>
            <bdi>{link.shortUrl}</bdi>
          </strong>
          <CopyButton text={link.shortUrl} label={words.links.copy(link.shortUrl)} />
        </p>
        <p class="muted small">{words.edit.fixed}</p>
        <p class="cluster">
          <StatusChip status={link.status} /> <span>{statusText(link, words, format)}</span>
        </p>
      </div>
      <Field
        label={words.edit.target}
        inputMode="url"
        autocomplete="off"
        required
        value={draft.target}
        fault={faultOf('target')}
        onInput={(target) => set({ target })}
      />
      <Field
        label={words.edit.title}
        autocomplete="off"
        maxLength={500}
        value={draft.title}
        fault={faultOf('title')}
        onInput={(title) => set({ title })}
      />
      <TagsField label={words.edit.tags} value={draft.tags} fault={faultOf('tags')} onInput={(tags) => set({ tags })} />
      <TextArea
        label={words.edit.note}
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
      <div>
        <Check
          label={words.edit.tracking}
          checked={draft.enableTracking}
          onChange={(enableTracking) => set({ enableTracking })}
        />
        <Check label={words.edit.enabled} checked={draft.enabled} onChange={(enabled) => set({ enabled })} />
        <Check label={words.edit.archived} checked={draft.archived} onChange={(archived) => set({ archived })} />
      </div>
    </fieldset>
  )
}
