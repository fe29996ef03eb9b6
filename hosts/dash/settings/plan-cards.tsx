import { useWords } from '../ui/words.tsx'
import { WriteButton } from '../ui/write.tsx'
import styles from './plan-cards.module.css'
import { featuresOf } from './plan-features.ts'
import type { Offer } from './queries.ts'

interface PlanCardsProps {
  readonly offers: readonly Offer[]
  readonly current: Offer['plan']
  readonly isBusy: boolean
  /** Without it no plan is sold here: a subscriber changes it at the provider. */
  readonly onSubscribe: ((priceId: string) => void) | undefined
}

/** The plans with price and features, and a subscribe button for those on sale. */
export function PlanCards({ offers, current, isBusy, onSubscribe }: PlanCardsProps) {
  const { words, format } = useWords()
  const plans = [...new Set(offers.map(({ plan }) => plan))]
  return (
    <ul class={styles.plans}>
      {plans.map((plan) => {
        const ofPlan = offers.filter((offer) => offer.plan === plan)
        return (
          <li key={plan} class={`stack tight ${styles.plan}`}>
            <div class="cluster">
              <h3>{words.billing.names[plan]}</h3>
              {plan === current && (
                <span class="chip" data-kind="good">
                  {words.billing.current}
                </span>
              )}
            </div>
            {ofPlan.map((offer) => (
              <p key={offer.interval} class="number">
                {offer.yearlyTotal === null
                  ? words.billing.monthly(offer.displayPrice)
                  : words.billing.yearly(offer.yearlyTotal, offer.displayPerMonth)}
              </p>
            ))}
            <ul class={styles.features}>
              {featuresOf(plan, words, format).map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            {onSubscribe &&
              plan !== current &&
              ofPlan.map(
                ({ priceId, interval }) =>
                  priceId !== null && (
                    <WriteButton key={priceId} isBusy={isBusy} onClick={() => onSubscribe(priceId)}>
                      {words.billing.subscribe(words.billing.names[plan], interval === 'year')}
                    </WriteButton>
                  ),
              )}
          </li>
        )
      })}
    </ul>
  )
}
