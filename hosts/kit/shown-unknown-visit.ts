import type { UnknownVisit } from '@shortlink/core/ports'

/** Visits to an unknown slug in the output format, with days such as `2026-01-31`. */
export const shownUnknownVisit = ({ firstDay, lastDay, ...visit }: UnknownVisit) => ({
  ...visit,
  firstDay: dayText(firstDay),
  lastDay: dayText(lastDay),
})

const dayText = (day: number) => new Date(day).toISOString().slice(0, 10)
