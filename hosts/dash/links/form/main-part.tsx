import { Field } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { TagsField } from '../tags-field.tsx'
import type { PartProps } from './part-props.ts'
import { ShortLinkField } from './short-link-field.tsx'

/** The destination, the short link, and fields for finding it. */
export function MainPart(props: PartProps) {
  const { draft, link, set, faultOf } = props
  const { words } = useWords()
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.basics}</legend>
      <Field
        label={words.edit.target}
        placeholder="https://example.com/a/long/way"
        inputMode="url"
        autocomplete="off"
        required
        value={draft.target}
        fault={faultOf('target')}
        onInput={(target) => set({ target })}
      />
      {link.id === '' && <ShortLinkField {...props} />}
      <Field
        label={words.edit.title}
        autocomplete="off"
        maxLength={500}
        value={draft.title}
        fault={faultOf('title')}
        onInput={(title) => set({ title })}
      />
      <TagsField label={words.edit.tags} value={draft.tags} fault={faultOf('tags')} onInput={(tags) => set({ tags })} />
    </fieldset>
  )
}
