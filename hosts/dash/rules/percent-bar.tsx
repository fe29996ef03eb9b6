import { useWords } from '../ui/words.tsx'
import { type EditedRule, percentShares } from './conditions.ts'
import styles from './percent-bar.module.css'

/** The split of visitors by percent rules; nothing without any. */
export function PercentBar({ rules }: { readonly rules: readonly EditedRule[] }) {
  const { words, format } = useWords()
  const { shares, rest } = percentShares(rules)
  if (shares.length === 0) return null
  const parts = [
    ...shares.map(({ rule, percent }) => ({ name: words.rules.rule(rule + 1), percent })),
    { name: words.rules.rest, percent: rest },
  ]
  return (
    <section class="card stack" aria-label={words.rules.split}>
      <h2>{words.rules.split}</h2>
      <div class={styles.bar} aria-hidden="true">
        {parts.map(({ name, percent }) => (
          <span key={name} style={{ flexGrow: percent }} />
        ))}
      </div>
      <ul class={`cluster small ${styles.parts}`}>
        {parts.map(({ name, percent }) => (
          <li key={name}>
            {name}: <span class="number">{format.percent(percent / 100)}</span>
          </li>
        ))}
      </ul>
      {shares.reduce((total, { percent }) => total + percent, 0) > 100 && <p class="wrong">{words.rules.splitOver}</p>}
    </section>
  )
}
