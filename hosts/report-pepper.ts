import { adoptPepper, type Ports } from '@shortlink/core'
import type { Log } from './log.ts'

/** Logs an error when the database was created with another pepper. The service continues: links redirect without it. */
export async function reportOtherPepper(ports: Ports, log: Log): Promise<void> {
  if (await adoptPepper(ports)) return
  log.error(
    'APIKEY_PEPPER is not the one of this database: API keys made before are refused, webhooks are signed with other secrets, and retries of earlier calls fail; set the earlier pepper, or accept this one with "shortlink doctor --accept-pepper"',
  )
}
