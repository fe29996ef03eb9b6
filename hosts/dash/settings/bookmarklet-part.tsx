import { CopyButton } from '../ui/copy.tsx'
import { useWords } from '../ui/words.tsx'

/** The URL of a bookmark that opens the form with the current page's URL. */
export function BookmarkletPart() {
  const { words } = useWords()
  const code = `javascript:open('${location.origin}/dash/new?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))`
  return (
    <section class="card stack" aria-label={words.settings.bookmarklet}>
      <h2>{words.settings.bookmarklet}</h2>
      <p class="muted small">{words.settings.bookmarkletHint}</p>
      <pre class="code">{code}</pre>
      <div>
        <CopyButton wide text={code} label={words.common.copy} />
      </div>
    </section>
  )
}
