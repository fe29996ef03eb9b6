import { Check, Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'

/** How visitors are sent on. */
export function ForwardPart({ draft, set }: PartProps) {
  const { words } = useWords()
  return (
    <fieldset class="card stack">
      <legend class="visually-hidden">{words.edit.forward}</legend>
      <h2>{words.edit.forward}</h2>
      <Select
        label={words.edit.redirectStatus}
        value={draft.redirectStatus}
        options={Object.entries(words.edit.redirectStatuses)}
        onChange={(redirectStatus) => set({ redirectStatus })}
      />
      <div>
        <Check
          label={words.edit.forwardQuery}
          checked={draft.forwardQuery}
          onChange={(forwardQuery) => set({ forwardQuery })}
        />
        <Check
          label={words.edit.forwardPath}
          checked={draft.forwardPath}
          onChange={(forwardPath) => set({ forwardPath })}
        />
      </div>
    </fieldset>
  )
}
