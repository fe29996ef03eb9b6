import { useWords } from '../ui/words.tsx'
import type { Delivery, Hook } from './queries.ts'
import { stateOf, statusOf } from './webhook-state.ts'

const STATE_KINDS = { on: 'good', failing: 'warn', off: 'warn', failed: 'bad', gone: 'bad' } as const
const STATUS_KINDS = { PENDING: 'warn', SUCCEEDED: 'good', FAILED: 'bad' } as const

interface StateChipProps {
  readonly hook: Pick<Hook, 'enabled' | 'failures'>
  /** Newest first. */
  readonly deliveries: readonly Pick<Delivery, 'status' | 'response'>[]
}

/** Whether a webhook sends, or why not. */
export function StateChip({ hook, deliveries }: StateChipProps) {
  const { words } = useWords()
  const state = stateOf(hook, deliveries)
  return (
    <span class="chip" data-kind={STATE_KINDS[state]}>
      {words.webhooks.states[state]}
    </span>
  )
}

/** Status of a delivery. */
export function StatusChip({ status }: Pick<Delivery, 'status'>) {
  const { words } = useWords()
  const known = statusOf(status) ?? 'PENDING'
  return (
    <span class="chip" data-kind={STATUS_KINDS[known]}>
      {words.webhooks.statuses[known]}
    </span>
  )
}
