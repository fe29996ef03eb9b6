import { Check, Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import type { PartProps } from './part-props.ts'
import { Section, summaryOf } from './section.tsx'

/** How visitors are sent on. */
export function ForwardPart({ draft, set }: PartProps) {
  const { words } = useWords()
  return (
    <Section
      title={words.edit.forward}
      summary={summaryOf(
        draft.redirectStatus,
        draft.forwardQuery && words.edit.forwardQuery,
        draft.forwardPath && words.edit.forwardPath,
        !draft.enableTracking && words.edit.summary.untracked,
      )}
    >
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
        <Check
          label={words.edit.tracking}
          checked={draft.enableTracking}
          onChange={(enableTracking) => set({ enableTracking })}
        />
      </div>
    </Section>
  )
}
