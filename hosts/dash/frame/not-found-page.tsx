import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'

/** An address of the dashboard that has no page. */
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
