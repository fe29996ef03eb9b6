import { type App, createClient, operator } from '@shortlink/core'
import type { Ports } from '@shortlink/core/ports'
import type { Log } from '../kit/log.ts'
import type { Settings } from './settings/settings.ts'

/** Makes the existing accounts of `ADMIN_EMAILS` administrators. */
export async function appointAdministrators(
  { app, ports }: { readonly app: App; readonly ports: Pick<Ports, 'store'> },
  { ADMIN_EMAILS }: Pick<Settings, 'ADMIN_EMAILS'>,
  log: Log,
) {
  const { setAccountRole } = createClient(app, operator)
  const missing: string[] = []
  for (const email of ADMIN_EMAILS) {
    const account = await ports.store.users.findByEmail(email)
    if (account === undefined) missing.push(email)
    else if (account.role !== 'ADMIN') await setAccountRole({ id: account.id, role: 'ADMIN' })
  }
  if (missing.length > 0)
    log.warn({ emails: missing }, 'ADMIN_EMAILS names accounts that do not exist; create them and restart')
}
