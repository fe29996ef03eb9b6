import { createApp, operator, type Plan } from '@shortlink/core'
import { grantPlan as useCase } from '@shortlink/core/host'
import type { Ports } from '@shortlink/core/ports'

/** Grants a plan to the account with the email address, as the operator. */
export async function grantPlan(ports: Ports, email: string, plan: Plan) {
  const id = (await ports.store.users.findByEmail(email))?.id ?? ports.ids.user()
  return createApp(ports).run(useCase, operator, { id, plan })
}
