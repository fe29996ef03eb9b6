import { useQuery } from '@tanstack/preact-query'
import { Plus } from 'lucide'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useWords } from '../ui/words.tsx'
import { tags as tagsQuery } from './queries.ts'
import { tagsOf } from './tag-names.ts'

/** Maximum number of suggested tags. */
const MAX_OFFERED = 8

interface TagsFieldProps {
  readonly label: string
  readonly value: string
  readonly fault?: string | undefined
  readonly onInput: (value: string) => void
}

/** Tags separated by commas; a click adds a tag that other links use most. */
export function TagsField({ label, value, fault, onInput }: TagsFieldProps) {
  const { words } = useWords()
  const { data = [] } = useQuery(tagsQuery)
  const present = tagsOf(value)
  const offered = data
    .filter(({ name }) => !present.includes(name))
    .toSorted((one, other) => other.links - one.links)
    .slice(0, MAX_OFFERED)
  return (
    <div class="stack tight">
      <Field
        label={label}
        hint={words.edit.tagsHint}
        autocomplete="off"
        value={value}
        fault={fault}
        onInput={onInput}
      />
      {offered.length > 0 && (
        <div class="cluster">
          {offered.map(({ name }) => (
            <button
              key={name}
              type="button"
              class="chip"
              aria-label={words.edit.addTag(name)}
              onClick={() => onInput([...present, name].join(', '))}
            >
              <Icon of={Plus} size={14} />
              <bdi>{name}</bdi>
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
