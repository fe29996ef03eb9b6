import { useWords } from '../../ui/words.tsx'
import type { Breakdown } from '../numbers.ts'
import styles from './cards.module.css'
import { stepOf } from './steps.ts'
import { StepsLegend } from './steps-legend.tsx'
import { useLabel } from './use-label.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Visits by weekday, Monday to Sunday, and hour of the viewer's time zone: stronger colors for more. */
export function HoursTable({ breakdown }: { readonly breakdown: Breakdown }) {
  const { words, format } = useWords()
  const label = useLabel()
  const visits = new Map(breakdown.rows.map(({ value, hits }) => [value, hits]))
  const unknown = visits.get(null) ?? 0
  visits.delete(null)
  const most = Math.max(1, ...visits.values())
  const dayName = new Intl.DateTimeFormat(format.locale, { weekday: 'short', timeZone: 'UTC' })
  const hourName = (hour: number) => format.time(new Date(2024, 0, 1, hour))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access
    <section class={`stack tight ${styles.hours}`} tabIndex={0} aria-label={words.visits.tabs.HOUR_OF_WEEK}>
      <table>
        <caption class="visually-hidden">{words.visits.tabs.HOUR_OF_WEEK}</caption>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                <span class="visually-hidden">{hourName(hour)}</span>
                <span aria-hidden="true">{hour % 6 === 0 ? hour : ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {DAYS.map((day) => (
            <tr key={day}>
              {/* The first of January 2024 was a Monday. */}
              <th scope="row">{dayName.format(new Date(Date.UTC(2024, 0, 1 + day)))}</th>
              {HOURS.map((hour) => {
                const value = String(day * 24 + hour)
                const count = visits.get(value) ?? 0
                const name = `${label('HOUR_OF_WEEK', value, value)}: ${format.number(count)}`
                return (
                  <td key={hour} data-step={stepOf(count, most)} title={name}>
                    <span class="visually-hidden">{format.number(count)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <StepsLegend most={most} />
      {unknown > 0 && (
        <p class="muted small number">
          {words.visits.unknown}: {format.number(unknown)}
        </p>
      )}
    </section>
  )
}
