import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ShownPage } from '../../../http/pages/bio-page.ts'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { useWords } from '../../ui/words.tsx'
import { drawPage } from './draw-page.ts'
import styles from './preview.module.css'

/** Redraw the page after a typing pause of this length. */
const PAUSE_MS = 150
/** The page's own spacing depends on the height of the frame, so one measurement is not enough. */
const MEASUREMENTS = 2

interface PreviewProps {
  readonly page: ShownPage
  /** The public URL of the page. */
  readonly url: string
}

/**
 * A phone with the page as visitors get it. Its frame is an empty page of the server with a separate policy, so that pictures and colors
 * need no exception in the dashboard's. It runs no script, and its links do not open.
 */
export function Preview({ page, url }: PreviewProps) {
  const { words } = useWords()
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const isWide = useMedia('(min-width: 25rem)')
  const shown = useDebounced(JSON.stringify(page), PAUSE_MS)
  useLayoutEffect(() => {
    const document = frame.current?.contentDocument
    if (!isLoaded || !frame.current || !document) return
    drawPage(document, JSON.parse(shown) as ShownPage, url)
    fitHeight(frame.current, document)
  }, [isLoaded, shown, url, isWide])
  return (
    <div class={styles.preview}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access */}
      <section class={styles.phone} tabIndex={0} aria-label={words.bio.preview}>
        <iframe
          ref={frame}
          title={words.bio.preview}
          sandbox="allow-same-origin"
          inert
          src="/dash/bio-preview"
          onLoad={() => setLoaded(true)}
        />
      </section>
      <p class="muted small">{words.bio.previewHint}</p>
    </div>
  )
}

/** Makes the frame as high as its page: a frame that scrolls itself takes the wheel, and clicks on links. */
function fitHeight(frame: HTMLIFrameElement, { documentElement }: Document) {
  frame.style.blockSize = '0'
  for (let count = 0; count < MEASUREMENTS; count++) frame.style.blockSize = `${documentElement.scrollHeight}px`
}
