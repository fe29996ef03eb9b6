import { Field, Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import styles from '../controls.module.css'
import type { Comparison } from '../values.ts'

interface VisitsControlProps {
  readonly comparison: Comparison
  readonly onChange: (value: string) => void
}

/** More or fewer visits than a number. */
export function VisitsControl({ comparison, onChange }: VisitsControlProps) {
  const { words } = useWords()
  const { sign, count } = comparison
  return (
    <div class={styles.pair}>
      <Select
        label={words.rules.comparison}
        value={sign}
        options={[
          ['>', words.rules.more],
          ['<', words.rules.fewer],
        ]}
        onChange={(chosen) => onChange(`${chosen}${count}`)}
      />
      <Field
        label={words.rules.count}
        type="number"
        min={0}
        value={count}
        onInput={(typed) => onChange(`${sign}${typed}`)}
      />
    </div>
  )
}
