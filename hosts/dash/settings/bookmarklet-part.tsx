import { Bookmark } from 'lucide'
import { CopyButton } from '../ui/copy.tsx'
import { Icon } from '../ui/icon.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'

/** The URL of a bookmark that opens the form with the current page's URL. */
export function BookmarkletPart() {
  const { words } = useWords()
  const code = `javascript:open('${location.origin}/dash/new?url='+encodeURIComponent(location.href)+'&title='+encodeURIComponent(document.title))`
  return (
    <section class="card stack" aria-label={words.settings.bookmarklet}>
      <h3>{words.settings.bookmarklet}</h3>
      <p class="muted small">{words.settings.bookmarkletHint}</p>
      <div class="cluster">
        {/* To drag to the bookmarks bar: the content policy forbids running it on this page. */}
        <a
          class="button"
          href={code}
          onClick={(event) => {
            event.preventDefault()
            toast(words.settings.bookmarkletDrag)
          }}
        >
          <Icon of={Bookmark} /> {words.settings.bookmarkletName}
        </a>
        <CopyButton wide text={code} label={words.common.copy} />
      </div>
    </section>
  )
}
