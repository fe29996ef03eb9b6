import { Image } from 'lucide'
import { Icon } from '../../ui/icon.tsx'
import { withoutScheme } from '../../ui/text/is-address.ts'
import { useWords } from '../../ui/words.tsx'
import type { Draft } from '../draft/draft.ts'
import styles from './preview-card.module.css'

interface PreviewCardProps {
  readonly draft: Pick<Draft, 'previewTitle' | 'previewDescription' | 'previewImage'>
  readonly shortUrl: string
}

/** The preview card in the style of social networks. It does not load the image: the dashboard sends requests to no other server. */
export function PreviewCard({ draft, shortUrl }: PreviewCardProps) {
  const { words } = useWords()
  const { previewTitle: title, previewDescription: description, previewImage: image } = draft
  if ([title, description, image].every((text) => text.trim() === '')) {
    return <p class="muted small">{words.edit.noPreview}</p>
  }
  const address = URL.parse(shortUrl)
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
              <bdi>{title.trim() || shortUrl}</bdi>
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
