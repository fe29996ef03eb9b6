import { Link2, SearchX } from 'lucide'
import { Empty } from '../../ui/states.tsx'
import { useWords } from '../../ui/words.tsx'

/** An empty list: the first step, or a button that clears the filters. */
export function NoLinks({ isFiltered }: { readonly isFiltered: boolean }) {
  const { words } = useWords()
  if (isFiltered) {
    return (
      <Empty icon={SearchX} title={words.links.noneFound}>
        <a class="button" href="/dash">
          {words.links.showAll}
        </a>
      </Empty>
    )
  }
  return (
    <Empty
      icon={Link2}
      title={words.links.none}
      advice={words.links.noneAdvice}
      query={'mutation { createShortlink(target: "https://example.com") }'}
    />
  )
}
