import { useQuery } from '@tanstack/preact-query'
import { AsTable } from '../ui/as-table.tsx'
import { useDayName } from '../ui/hooks/use-day-name.ts'
import { Loaded } from '../ui/states.tsx'
import { useWords } from '../ui/words.tsx'
import { type BioDay, type BioPage, pageViews } from './queries.ts'
import styles from './views-part.module.css'

/** The views of a page: its total, and the last 30 days as bars and as a table. */
export function ViewsPart({ page }: { readonly page: BioPage }) {
  const { words, format } = useWords()
  const query = useQuery(pageViews(page.id))
  const total = page.views ?? 0
  return (
    <section class={`card ${styles.views}`} aria-labelledby="bio-views">
      <h2 id="bio-views">{words.bio.viewsTitle}</h2>
      <p class="muted">{words.bio.views(total, format.number(total))}</p>
      <Loaded query={query} height="7.5rem">
        {(days: readonly BioDay[]) => <Days days={days} />}
      </Loaded>
    </section>
  )
}

function Days({ days }: { readonly days: readonly BioDay[] }) {
  const { words, format } = useWords()
  const nameOf = useDayName()
  const shortNameOf = useDayName({ month: 'short', day: 'numeric' })
  const sum = days.reduce((total, { views }) => total + views, 0)
  const highest = Math.max(1, ...days.map(({ views }) => views))
  const textOf = ({ date, views }: BioDay) => `${nameOf(date)}: ${words.bio.views(views, format.number(views))}`
  if (sum === 0) return <p class="muted small">{words.bio.lastDays(days.length, '0')}</p>
  return (
    <>
      {/* Charts read from left to right in every language. */}
      <div dir="ltr">
        <div class={styles.bars} role="img" aria-label={words.bio.lastDays(days.length, format.number(sum))}>
          {days.map((day) => (
            <span key={day.date} class={styles.day} title={textOf(day)}>
              <span class={styles.bar} style={{ height: `${(day.views / highest) * 100}%` }} />
            </span>
          ))}
        </div>
        <p class={`small muted ${styles.ends}`} aria-hidden="true">
          <span>{shortNameOf(days[0]?.date ?? '')}</span>
          <span>{words.bio.lastDays(days.length, format.number(sum))}</span>
          <span>{shortNameOf(days.at(-1)?.date ?? '')}</span>
        </p>
      </div>
      <AsTable>
        <thead>
          <tr>
            <th scope="col">{words.bio.day}</th>
            <th scope="col" class="number">
              {words.bio.viewsTitle}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, views }) => (
            <tr key={date}>
              <th scope="row">{nameOf(date)}</th>
              <td class="number">{format.number(views)}</td>
            </tr>
          ))}
        </tbody>
      </AsTable>
    </>
  )
}
