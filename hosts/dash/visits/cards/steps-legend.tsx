import { useWords } from '../../ui/words.tsx'
import styles from './cards.module.css'
import { STEPS } from './steps.ts'

/** The colors from few visits to `most`. */
export function StepsLegend({ most }: { readonly most: number }) {
  const { format } = useWords()
  return (
    <span class={`small muted number ${styles.legend}`} aria-hidden="true">
      1
      {STEPS.map((step) => (
        <i key={step} data-step={step} />
      ))}
      {format.number(most)}
    </span>
  )
}
