import { useWords } from '../../ui/words.tsx'
import { metricValue } from '../chart/metric.ts'
import type { Point } from '../numbers.ts'
import styles from './cards.module.css'
import { stepOf } from './steps.ts'
import { StepsLegend } from './steps-legend.tsx'

interface HoursTableProps {
  /** One point per hour. */
  readonly series: readonly Point[]
  readonly withBots: boolean
}

const DAYS = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Visits by weekday, Monday to Sunday, and hour of the viewer's time zone: stronger colors for more. */
export function HoursTable({ series, withBots }: HoursTableProps) {
  const { words, format } = useWords()
  const visits = hoursByDay(series, withBots)
  const most = Math.max(1, ...visits.values())
  const dayName = new Intl.DateTimeFormat(format.locale, { weekday: 'short', timeZone: 'UTC' })
  const hourName = (hour: number) => format.time(new Date(2024, 0, 1, hour))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scroll areas need keyboard access
    <section class={`stack tight ${styles.hours}`} tabIndex={0} aria-label={words.visits.tabs.HOURS}>
      <table>
        <caption class="visually-hidden">{words.visits.tabs.HOURS}</caption>
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
              <th scope="row">{dayName.format(new Date(Date.UTC(2024, 0, day)))}</th>
              {HOURS.map((hour) => {
                const count = visits.get(keyOf(day, hour)) ?? 0
                const name = `${format.weekday(day)}, ${hourName(hour)}: ${format.number(count)}`
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
    </section>
  )
}

const keyOf = (day: number, hour: number) => day * 24 + hour

/** Visits by weekday (1 for Monday) and hour. */
function hoursByDay(series: readonly Point[], withBots: boolean): ReadonlyMap<number, number> {
  const visits = new Map<number, number>()
  for (const point of series) {
    const at = new Date(point.at)
    const key = keyOf(at.getDay() || 7, at.getHours())
    visits.set(key, (visits.get(key) ?? 0) + metricValue('visits', point, withBots))
  }
  return visits
}
