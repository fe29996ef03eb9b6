import { ENTITLEMENTS, type Plan } from '@shortlink/core'
import type { Format } from '../ui/text/format.ts'
import type { Messages } from '../words/messages.ts'

/** The features of a plan, as text. */
export function featuresOf(plan: Plan, { billing: { features } }: Messages, format: Format): readonly string[] {
  const { monthlyLinkQuota, customDomains, maxWebhooks, maxBioPages } = ENTITLEMENTS[plan]
  return [
    monthlyLinkQuota === 0 ? features.unmetered : features.links(format.number(monthlyLinkQuota)),
    features.domains(customDomains),
    features.webhooks(maxWebhooks),
    features.bioPages(maxBioPages),
  ]
}
