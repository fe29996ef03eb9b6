import { X } from 'lucide'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/words.tsx'

interface ChosenTagsProps {
  readonly tags: readonly string[]
  readonly onChange: (tags: readonly string[]) => void
}

/** The tags that the list is filtered by; each is a button that removes it. */
export function ChosenTags({ tags, onChange }: ChosenTagsProps) {
  const { words } = useWords()
  return (
    <ul class="cluster">
      {tags.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            class="button"
            aria-label={words.links.removeTag(tag)}
            onClick={({ currentTarget }) => {
              // Removing the button also removes the focus.
              currentTarget.closest('search')?.querySelector('select')?.focus()
              onChange(tags.filter((other) => other !== tag))
            }}
          >
            <bdi>{tag}</bdi> <Icon of={X} size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
