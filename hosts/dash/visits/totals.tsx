import { useWords } from '../ui/words.tsx'
import type { Sums } from './queries.ts'
import styles from './totals.module.css'

interface TotalsProps {
  readonly now: Sums
  readonly before: Sums
  readonly withBots: boolean
}

/** Visits, visitors and, if they count, bots, each compared with the previous period. */
export function Totals({ now, before, withBots }: TotalsProps) {
  const { words } = useWords()
  return (
    <dl class={styles.totals}>
      <Total name={words.visits.people} now={now.hits - now.bots} before={before.hits - before.bots} />
      <Total name={words.visits.visitors} now={now.visitors} before={before.visitors} />
      {withBots && <Total name={words.visits.bots} now={now.bots} before={before.bots} />}
    </dl>
  )
}

function Total({ name, now, before }: { readonly name: string; readonly now: number; readonly before: number }) {
  const { words, format } = useWords()
  const change = before === 0 ? undefined : (now - before) / before
  return (
    <div class="card">
      <dt class="muted small">{name}</dt>
      <dd class={styles.value}>{format.number(now)}</dd>
      <dd class="muted small">
        {change === undefined
          ? words.visits.nothingBefore
          : words.visits.change(`${change >= 0 ? '+' : '−'}${format.percent(Math.abs(change))}`, format.number(before))}
      </dd>
    </div>
  )
}
