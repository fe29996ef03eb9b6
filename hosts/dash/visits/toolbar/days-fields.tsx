import { useEffect, useState } from 'preact/hooks'
import { Field } from '../../ui/field.tsx'
import { useWords } from '../../ui/words.tsx'
import styles from './toolbar.module.css'

interface DaysFieldsProps {
  /** Names the period for screen readers. */
  readonly label: string
  readonly from: string
  readonly to: string
  readonly onChange: (from: string, to: string) => void
}

/** The first and the last day of a period. Days in the wrong order show an error and change nothing. */
export function DaysFields({ label, from, to, onChange }: DaysFieldsProps) {
  const { words } = useWords()
  const [typed, setTyped] = useState({ from, to })
  useEffect(() => setTyped({ from, to }), [from, to])
  const isOutOfOrder = typed.from > typed.to
  const type = (next: typeof typed) => {
    setTyped(next)
    if (next.from !== '' && next.to !== '' && next.from <= next.to) onChange(next.from, next.to)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex item in all browsers
    <div role="group" aria-label={label} class={styles.days}>
      <Field
        label={words.visits.firstDay}
        type="date"
        value={typed.from}
        fault={isOutOfOrder ? words.visits.outOfOrder : undefined}
        onInput={(day) => type({ ...typed, from: day })}
      />
      <Field label={words.visits.lastDay} type="date" value={typed.to} onInput={(day) => type({ ...typed, to: day })} />
    </div>
  )
}
