import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'

/** A URL of the dashboard without a page. */
export function NotFoundPage() {
  const { words } = useWords()
  return (
    <Page title={words.frame.noPage}>
      <Empty title={words.frame.noPageAdvice}>
        <a class="button" href="/dash">
          {words.frame.links}
        </a>
      </Empty>
    </Page>
  )
}
