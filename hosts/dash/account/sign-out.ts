import { ask } from '../api/ask.ts'
import { announceSignOut } from '../api/session.ts'
import { LOG_OUT } from './queries.ts'

/** Ends the session, here and in all tabs, also if the server cannot be reached or has ended it already. */
export async function signOut(): Promise<void> {
  await ask(LOG_OUT, {}, { renewing: false }).catch(() => undefined)
  announceSignOut()
}
