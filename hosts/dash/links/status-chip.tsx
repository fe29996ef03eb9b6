import { useWords } from '../ui/words.tsx'
import type { Row } from './queries.ts'

const KINDS = {
  ACTIVE: 'good',
  SCHEDULED: 'warn',
  EXPIRED: 'bad',
  USED_UP: 'bad',
  DISABLED: 'bad',
  BLOCKED: 'bad',
} as const satisfies Record<Row['status'], string>

/** Whether visitors are admitted now, or why not. */
export function StatusChip({ status }: { readonly status: Row['status'] }) {
  const { words } = useWords()
  return (
    <span class="chip" data-kind={KINDS[status]}>
      {words.links.statuses[status]}
    </span>
  )
}
