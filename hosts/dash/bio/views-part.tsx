import { useQuery } from '@tanstack/preact-query'
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
  const nameOf = useDayNames()
  const sum = days.reduce((total, { views }) => total + views, 0)
  const highest = Math.max(1, ...days.map(({ views }) => views))
  const textOf = ({ date, views }: BioDay) => `${nameOf.full(date)}: ${words.bio.views(views, format.number(views))}`
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
          <span>{nameOf.short(days[0]?.date ?? '')}</span>
          <span>{words.bio.lastDays(days.length, format.number(sum))}</span>
          <span>{nameOf.short(days.at(-1)?.date ?? '')}</span>
        </p>
      </div>
      <details class="no-print">
        <summary class="small">{words.visits.asTable}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access */}
        <section class={styles.table} tabIndex={0} aria-label={words.visits.asTable}>
          <table class="table small">
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
                  <th scope="row">{nameOf.full(date)}</th>
                  <td class="number">{format.number(views)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  )
}

/** Returns the names of calendar days, which have no time zone. */
function useDayNames() {
  const { format } = useWords()
  const nameBy = (options: Intl.DateTimeFormatOptions) => {
    const name = new Intl.DateTimeFormat(format.locale, { ...options, timeZone: 'UTC' })
    return (date: string) => name.format(new Date(`${date}T00:00:00Z`))
  }
  return { full: nameBy({ dateStyle: 'medium' }), short: nameBy({ month: 'short', day: 'numeric' }) }
}
