import type { Format } from '../../ui/text/format.ts'
import type { Messages } from '../../words/messages.ts'
import type { Link } from '../queries.ts'

type Dated = Pick<Link, 'status' | 'startsAt' | 'expiresAt' | 'visitsLeft' | 'maxVisits'>

/** Text about whether the stored link admits visitors, and since when or until when. */
export function statusText(
  { status, startsAt, expiresAt, visitsLeft, maxVisits }: Dated,
  words: Messages,
  format: Format,
) {
  const { state } = words.edit
  switch (status) {
    case 'ACTIVE':
      return [
        state.open,
        expiresAt === null ? '' : state.until(format.dateTime(expiresAt)),
        visitsLeft === null ? '' : state.left(Math.max(0, visitsLeft), format.number(Math.max(0, visitsLeft))),
      ]
        .filter(Boolean)
        .join(' ')
    case 'SCHEDULED':
      return state.from(startsAt === null ? '' : format.dateTime(startsAt))
    case 'EXPIRED':
      return state.ended(expiresAt === null ? '' : format.dateTime(expiresAt))
    case 'USED_UP':
      return state.usedUp(format.number(maxVisits ?? 0))
    case 'DISABLED':
      return state.closed
    case 'BLOCKED':
      return state.blocked
  }
}
