import { ask } from '../api/ask.ts'
import { announceSignOut } from '../api/session.ts'
import { leaveBy } from '../ui/browser/navigation.ts'
import { LOG_OUT } from './queries.ts'

/** Ends the session, here and in all tabs, after the page's confirmation if it has unsaved changes. */
export const signOut = () => leaveBy(() => void endSession())

/** Ends it even if the server is unreachable or has already ended it. */
async function endSession() {
  await ask(LOG_OUT, {}, { renewing: false }).catch(() => undefined)
  announceSignOut()
}
