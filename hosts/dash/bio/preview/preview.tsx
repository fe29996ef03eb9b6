import { useMemo } from 'preact/hooks'
import type { ShownPage } from '../../../http/pages/bio-page.ts'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { useWords } from '../../ui/words.tsx'
import styles from './preview.module.css'
import { heightPxOf } from './preview-height.ts'
import { previewMarkup } from './preview-markup.ts'

/** Redraw the page after a typing pause of this length. */
const PAUSE_MS = 150
/** Width of the frame, as in the style sheet: next to the editor, and in a window of 320 pixels. */
const WIDE_PX = 344
const NARROW_PX = 272

interface PreviewProps {
  readonly page: ShownPage
  /** The public URL of the page. */
  readonly url: string
}

/** A phone with the page as visitors get it. It runs no script, and its links do not open. */
export function Preview({ page, url }: PreviewProps) {
  const { words } = useWords()
  const widthPx = useMedia('(min-width: 25rem)') ? WIDE_PX : NARROW_PX
  const shown = JSON.parse(useDebounced(JSON.stringify(page), PAUSE_MS)) as ShownPage
  const markup = useMemo(() => previewMarkup(shown, url), [JSON.stringify(shown), url])
  return (
    <div class={styles.preview}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access */}
      <section class={styles.phone} tabIndex={0} aria-label={words.bio.preview}>
        <iframe
          title={words.bio.preview}
          sandbox=""
          inert
          srcdoc={markup}
          style={{ blockSize: `${heightPxOf(shown, widthPx)}px` }}
        />
      </section>
      <p class="muted small">{words.bio.previewHint}</p>
    </div>
  )
}
