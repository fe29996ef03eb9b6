import { useQuery } from '@tanstack/preact-query'
import { useContext } from 'preact/hooks'
import { Sparkline } from '../../ui/sparkline.tsx'
import { useWords } from '../../ui/words.tsx'
import { lines } from '../queries.ts'
import { LineIds } from './line-ids.ts'
import styles from './link-row.module.css'

/** A link's visits of the last 30 days as a line and as a number. One request covers all rows of a page. */
export function LinkLine({ id }: { readonly id: string }) {
  const { words, format } = useWords()
  const ids = useContext(LineIds)
  const { data } = useQuery(lines(ids.find((page) => page.includes(id)) ?? []))
  const days = data?.get(id)
  if (days === undefined) return <span class={styles.line} />
  const sum = days.reduce((total, count) => total + count, 0)
  const label = words.links.line(sum, format.number(sum))
  return (
    <span class={styles.line} title={label}>
      {sum === 0 ? <NoVisits label={label} /> : <Sparkline values={days} label={label} />}
      <span class="number" aria-hidden="true">
        {format.short(sum)}
      </span>
    </span>
  )
}

/** A dotted line at half the height. */
const NoVisits = ({ label }: { readonly label: string }) => (
  <svg role="img" aria-label={label} width="96" height="28" viewBox="0 0 96 28">
    <path d="M1 14h94" stroke="var(--field-line)" stroke-width="1.5" stroke-dasharray="1 5" stroke-linecap="round" />
  </svg>
)
