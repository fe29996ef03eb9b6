import type { Format } from '../../ui/text/format.ts'
import { instantOf } from '../../ui/text/local-time.ts'
import { useWords } from '../../ui/words.tsx'
import type { Messages } from '../../words/messages.ts'
import type { Difference, ShownField } from '../draft/draft-differences.ts'

/** The fields that another client changed: the stored values, and the values after overwriting them. */
export function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
  const { words, format } = useWords()
  if (differences.length === 0) return <p>{words.edit.noDifference}</p>
  return (
    <ul class="stack tight">
      {differences.map(({ field, stored, afterSaving }) => (
        <li key={field}>
          <strong>{labelOf(field, words)}</strong>
          <br />
          <span class="muted">{words.edit.storedNow}</span> <bdi>{textOf(field, stored, words, format)}</bdi>
          <br />
          {stored === afterSaving ? (
            <span class="muted">{words.edit.keepsThis}</span>
          ) : (
            <>
              <span class="muted">{words.edit.afterSaving}</span> <bdi>{textOf(field, afterSaving, words, format)}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The name of a field, from its label. */
function labelOf(field: ShownField, { edit }: Messages): string {
  const labels: Partial<Record<ShownField, string>> = {
    enableTracking: edit.tracking,
    fallbackTarget: edit.fallback,
    hasPassword: edit.password,
    previewDescription: edit.description,
    previewImage: edit.image,
  }
  const own = field in edit ? edit[field as keyof typeof edit] : undefined
  return (
    labels[field] ??
    (typeof own === 'string' ? own : field.replace(/^utm(.)/, (_, first) => `utm_${first.toLowerCase()}`))
  )
}

/** Display text of a field's value. */
function textOf(field: ShownField, value: string | boolean, { edit }: Messages, format: Format): string {
  if (typeof value === 'boolean') return value ? edit.yes : edit.no
  if (value === '') return edit.empty
  if (field === 'startsAt' || field === 'expiresAt') return format.dateTime(instantOf(value))
  if (field === 'redirectStatus') return new Map(Object.entries(edit.redirectStatuses)).get(value) ?? value
  return value
}
