import { useWords } from '../../ui/words.tsx'
import styles from './cards.module.css'
import { STEPS } from './steps.ts'

/** The colors from few visits to `most`. */
export function StepsLegend({ most }: { readonly most: number }) {
  const { format } = useWords()
  // With at most one visit in each place, only the last color occurs.
  const steps = most > 1 ? STEPS : STEPS.slice(-1)
  return (
    <span class={`small muted number ${styles.legend}`} aria-hidden="true">
      {most > 1 && 1}
      {steps.map((step) => (
        <i key={step} data-step={step} />
      ))}
      {format.number(most)}
    </span>
  )
}
