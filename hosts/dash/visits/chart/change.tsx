import { useWords } from '../../ui/words.tsx'
import styles from './change.module.css'
import { changeOf } from './metric.ts'

interface ChangeProps {
  readonly now: number
  /** Undefined without a comparison. */
  readonly before: number | undefined
}

/** The change from the compared period: an arrow, a color and the same in text. */
export function Change({ now, before }: ChangeProps) {
  const { words, format } = useWords()
  const change = changeOf(now, before)
  if (change === undefined) return null
  const text = format.percent(Math.abs(change))
  if (change === 0) return <span class="muted small number">{words.visits.same}</span>
  return (
    <span class={`small number ${change > 0 ? styles.up : styles.down}`}>
      <span aria-hidden="true">{change > 0 ? '↑' : '↓'} </span>
      <span class="visually-hidden">{change > 0 ? words.visits.up : words.visits.down} </span>
      {text}
    </span>
  )
}
