import { Page } from '../ui/page.tsx'
import { Missing } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'

/** A URL of the dashboard without a page. */
export function NotFoundPage() {
  const { words } = useWords()
  return (
    <Page title={words.frame.noPage}>
      <Missing advice={words.frame.noPageAdvice} list={{ title: words.frame.links, href: '/dash' }} />
    </Page>
  )
}
