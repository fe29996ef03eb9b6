import { useWords } from '../ui/words.tsx'
import type { Offer, Usage } from './queries.ts'

interface UsageMeterProps {
  readonly plan: Offer['plan']
  readonly usage: Usage['meUsage']
  readonly subscription: Usage['meSub']
}

/** The plan, and the number of its links used this month. */
export function UsageMeter({ plan, usage, subscription }: UsageMeterProps) {
  const { words, format } = useWords()
  const allowed = (usage?.allowance ?? 0) + (usage?.refillLinks ?? 0)
  const used = usage?.linksCreated ?? 0
  return (
    <div class="stack tight">
      <p>{words.billing.plan(plan)}</p>
      {subscription?.currentPeriodEnd && (
        <p class="muted small">
          {subscription.cancelAtPeriodEnd
            ? words.billing.ends(format.date(subscription.currentPeriodEnd))
            : words.billing.renews(format.date(subscription.currentPeriodEnd))}
        </p>
      )}
      {subscription?.status === 'PAST_DUE' && <p class="wrong">{words.billing.pastDue}</p>}
      {allowed > 0 && (
        <>
          <meter aria-label={words.billing.usage} min={0} max={allowed} high={allowed * 0.9} value={used} />
          <p class="small number">{words.billing.used(format.number(used), format.number(allowed))}</p>
          {usage && usage.refillLinks > 0 && (
            <p class="muted small number">{words.billing.refilled(format.number(usage.refillLinks))}</p>
          )}
        </>
      )}
      {usage?.periodEnd && <p class="muted small">{words.billing.resets(format.date(usage.periodEnd))}</p>}
    </div>
  )
}
