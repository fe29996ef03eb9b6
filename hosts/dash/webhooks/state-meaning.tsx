import { useWords } from '../ui/words.tsx'
import type { Delivery, Hook } from './queries.ts'
import { FAILURES_TO_DISABLE, stateOf } from './webhook-state.ts'

interface StateMeaningProps {
  readonly hook: Pick<Hook, 'enabled' | 'failures'>
  /** Newest first. */
  readonly deliveries: readonly Pick<Delivery, 'status' | 'response'>[]
}

/** The reason why a webhook does not send, or soon will not, and how to fix it. Nothing if it works. */
export function StateMeaning({ hook, deliveries }: StateMeaningProps) {
  const { words } = useWords()
  const state = stateOf(hook, deliveries)
  if (state === 'on') return null
  return (
    <p class="small">
      {state === 'failing'
        ? words.webhooks.failing(hook.failures, FAILURES_TO_DISABLE)
        : words.webhooks.statesMeaning[state]}
    </p>
  )
}
