import { ask } from '../api/ask.ts'
import { announceSignOut } from '../api/session.ts'
import { leaveBy } from '../ui/navigation.ts'
import { LOG_OUT } from './queries.ts'

/** Ends the session, here and in all tabs, after the question of the page if it has unsaved changes. */
export const signOut = () => leaveBy(() => void endSession())

/** Ends it also if the server cannot be reached or has ended it already. */
async function endSession() {
  await ask(LOG_OUT, {}, { renewing: false }).catch(() => undefined)
  announceSignOut()
}
