import { useMutation, useQuery } from '@tanstack/preact-query'
import { useLocation } from 'preact-iso'
import { ask } from '../api/ask.ts'
import { every } from '../api/query-client.ts'
import { Loaded } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import { PlanCards } from './plan-cards.tsx'
import { OPEN_CHECKOUT, OPEN_PORTAL, plans, usage } from './queries.ts'
import { RefillForm } from './refill-form.tsx'
import { UsageMeter } from './usage-meter.tsx'

/** After a payment the plan arrives with the provider's event, mostly within seconds. */
const ASKED_EVERY_MS = 3_000
const MAX_ASKED = 20

/** The plan, its usage, other plans, and the pages of the payment provider. */
export function BillingPart() {
  const { words } = useWords()
  const { query: address } = useLocation()
  const isPaid = address.checkout === 'done'
  const used = useQuery({
    ...usage,
    refetchInterval: (query) => {
      const { data, dataUpdateCount } = query.state
      const isAwaited = isPaid && data?.meSub?.plan === 'FREE' && dataUpdateCount < MAX_ASKED
      return isAwaited && every(ASKED_EVERY_MS)(query)
    },
  })
  const offers = useQuery(plans)
  const leaving = useMutation({
    mutationFn: (open: () => Promise<string>) => open(),
    onSuccess: (url) => location.assign(url),
    onError: (error) => toast(error.message),
  })
  return (
    <section class="card stack" aria-label={words.billing.title}>
      <Returned checkout={address.checkout} />
      <Loaded query={used} height="8rem">
        {({ meUsage, meSub, meAutoRefill }) => {
          const plan = meSub?.plan ?? 'FREE'
          // A plan from an operator has no end, and no page to manage it.
          const isBought = plan !== 'FREE' && meSub?.currentPeriodEnd != null
          return (
            <>
              <UsageMeter plan={plan} usage={meUsage} subscription={meSub} />
              {isBought && (
                <div>
                  <WriteButton
                    isBusy={leaving.isPending}
                    error={leaving.error}
                    onClick={() =>
                      leaving.mutate(() => ask(OPEN_PORTAL, {}).then((answer) => answer.createPortalSession.url))
                    }
                  >
                    {words.billing.manage}
                  </WriteButton>
                </div>
              )}
              {isBought && meAutoRefill && <RefillForm setting={meAutoRefill} />}
              <Loaded query={offers} height="12rem">
                {(offered) => (
                  <PlanCards
                    offers={offered}
                    current={plan}
                    isBusy={leaving.isPending}
                    onSubscribe={
                      isBought
                        ? undefined
                        : (priceId) =>
                            leaving.mutate(() =>
                              ask(OPEN_CHECKOUT, { priceId }).then((answer) => answer.createCheckoutSession.url),
                            )
                    }
                  />
                )}
              </Loaded>
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

/** Result of the checkout that the user returns from. */
function Returned({ checkout }: { readonly checkout: string | undefined }) {
  const { words } = useWords()
  const text = checkout === 'done' ? words.billing.done : checkout === 'cancelled' ? words.billing.cancelled : undefined
  if (text === undefined) return null
  return (
    <div class="cluster apart">
      <p role="status">{text}</p>
      <a class="button" href="/dash/settings">
        {words.common.dismiss}
      </a>
    </div>
  )
}
