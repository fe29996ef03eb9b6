import { adoptPepper } from '@shortlink/core/host'
import type { Ports } from '@shortlink/core/ports'
import type { Log } from '../kit/log.ts'

/** Logs an error when the database was created with another pepper. The service continues: links redirect without it. */
export async function reportOtherPepper(ports: Ports, log: Log): Promise<void> {
  if (await adoptPepper(ports)) return
  log.error(
    'APIKEY_PEPPER does not match this database: existing API keys are refused, webhooks are signed with other secrets, and retries of earlier calls fail; set the earlier pepper, or accept this one with "shortlink doctor --accept-pepper"',
  )
}
