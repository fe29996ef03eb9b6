import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { Check } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import { WriteButton } from '../../ui/write.tsx'
import type { LinkChange, Row } from '../queries.ts'
import { retagged, tagsOf } from '../tag-names.ts'
import { TagsField } from '../tags-field.tsx'

interface TagsDialogProps {
  readonly links: readonly Row[]
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onConfirm: (changes: readonly LinkChange[]) => void
}

/** Adds tags to the selected links, and removes existing ones. */
export function TagsDialog({ links, isBusy, onCancel, onConfirm }: TagsDialogProps) {
  const { words, format } = useWords()
  const [typed, setTyped] = useState('')
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())
  const present = countsOf(links)
  const added = tagsOf(typed)
  const changes = links.flatMap(({ id, tags }) => {
    const after = retagged(tags, added, removed)
    return after === undefined ? [] : [{ id, tags: after }]
  })
  const toggle = (tag: string, isRemoved: boolean) =>
    setRemoved((before) => new Set(isRemoved ? [...before, tag] : [...before].filter((one) => one !== tag)))
  return (
    <Dialog
      title={words.selection.tagsTitle(words.links.count(links.length, format.number(links.length)))}
      onClose={onCancel}
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (changes.length > 0 && !isBusy) onConfirm(changes)
        }}
      >
        <TagsField label={words.selection.addTags} value={typed} onInput={setTyped} />
        {present.length > 0 && (
          <fieldset>
            <legend>{words.selection.removeTags}</legend>
            {present.map(([tag, count]) => (
              <Check
                key={tag}
                label={words.selection.tagOf(tag, words.links.count(count, format.number(count)))}
                checked={removed.has(tag)}
                onChange={(isRemoved) => toggle(tag, isRemoved)}
              />
            ))}
          </fieldset>
        )}
        <div class="actions">
          <button type="button" class="button" onClick={onCancel}>
            {words.common.cancel}
          </button>
          <WriteButton type="submit" class="primary" isBusy={isBusy} disabled={changes.length === 0}>
            {words.selection.changeMany(changes.length, format.number(changes.length))}
          </WriteButton>
        </div>
      </form>
    </Dialog>
  )
}

/** Each tag with the number of links that have it, most first. */
function countsOf(links: readonly Row[]): readonly (readonly [tag: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const tag of links.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)
}
