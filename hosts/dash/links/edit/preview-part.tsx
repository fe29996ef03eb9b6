import { Image } from 'lucide'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { withoutScheme } from '../../ui/text/is-address.ts'
import { TextArea } from '../../ui/text-area.tsx'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'
import styles from './preview-part.module.css'

/** Fields for the social preview of the link. */
export function PreviewPart(props: PartProps) {
  const { draft, set, faultOf } = props
  const { words } = useWords()
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.preview}</legend>
      <h2>{words.edit.preview}</h2>
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
      <PreviewCard {...props} />
    </fieldset>
  )
}

/** The preview card in the style of social networks. It does not load the image: the dashboard sends requests to no other server. */
function PreviewCard({ draft, link }: PartProps) {
  const { words } = useWords()
  const { previewTitle: title, previewDescription: description, previewImage: image } = draft
  if ([title, description, image].every((text) => text.trim() === '')) {
    return <p class="muted small">{words.edit.noPreview}</p>
  }
  const address = URL.parse(link.shortUrl)
  return (
    <figure class={styles.figure}>
      <figcaption class="muted small">{words.edit.previewAs}</figcaption>
      <div class={styles.card}>
        {image.trim() !== '' && (
          <p class={`${styles.image} muted small`}>
            <Icon of={Image} size={28} />
            <bdi class="one-line">{withoutScheme(image.trim())}</bdi>
          </p>
        )}
        <div class={styles.text}>
          <p class="muted small">{address?.host}</p>
          <p class="one-line">
            <strong>
              <bdi>{title.trim() || link.shortUrl}</bdi>
            </strong>
          </p>
          {description.trim() !== '' && (
            <p class={`${styles.description} muted small`}>
              <bdi>{description.trim()}</bdi>
            </p>
          )}
        </div>
      </div>
    </figure>
  )
}
