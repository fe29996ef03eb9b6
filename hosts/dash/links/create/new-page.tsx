import { useLocation } from 'preact-iso'
import { Page } from '../../ui/page.tsx'
import { isAddress } from '../../ui/text/is-address.ts'
import { useWords } from '../../ui/words.tsx'
import { CreateLine } from './create-line.tsx'

/**
 * A form filled from the URL, for bookmarklets and share targets: `url`, or the first URL in `text`, and `title`. It creates nothing by
 * itself.
 */
export function NewPage() {
  const { words } = useWords()
  const { query, route } = useLocation()
  const shared = [query.url, ...(query.text ?? '').split(/\s+/)].find((text) => text !== undefined && isAddress(text))
  const target = shared ?? query.url ?? ''
  return (
    <Page title={words.frame.create} crumbs={[{ title: words.frame.links, href: '/dash' }]}>
      <CreateLine
        // The form keeps its initial text.
        key={target}
        hasFocus
        target={target}
        title={query.title?.slice(0, 500)}
        onCreated={({ id }) => route(`/dash/links/${id}`)}
      />
      <p class="muted">{words.links.newHint}</p>
    </Page>
  )
}
