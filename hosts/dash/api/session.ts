/**
 * The sign-in state that this browser knows. The session itself is a cookie that no script can read; this state only decides the first
 * page, and the first response corrects it.
 */
type SessionNews = 'signed-in' | 'signed-out'
/** Shows the sign-in dialog; resolves whether the user signed in as the same account. */
type Renew = () => Promise<boolean>

const MARK = 'shortlink.signed-in'
const channel = new BroadcastChannel('shortlink.session')
const listeners = new Set<(news: SessionNews) => void>()
let renew: Renew | undefined
let renewing: Promise<boolean> | undefined

channel.onmessage = ({ data }) => {
  if (data === 'signed-in' || data === 'signed-out') notify(data)
}

const notify = (news: SessionNews) => {
  for (const listen of listeners) listen(news)
}

/** Whether a session started in this browser and was not ended. */
export const seemsSignedIn = () => localStorage.getItem(MARK) !== null

/** Whether the last session in this browser belonged to another account. */
export const wasOtherAccount = (userId: string) => localStorage.getItem(MARK) !== userId

/** Records that a session of this account started, here and in all other tabs. */
export function announceSignIn(userId: string) {
  localStorage.setItem(MARK, userId)
  announce('signed-in')
}

/** Remembers that the session ended, here and in all other tabs. */
export function announceSignOut() {
  localStorage.removeItem(MARK)
  announce('signed-out')
}

function announce(news: SessionNews) {
  channel.postMessage(news)
  notify(news)
}

/** Calls back when a session starts or ends in any tab; returns the function that unsubscribes. */
export function onSession(listen: (news: SessionNews) => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}

/** Sets the function that renews the session; the frame of the pages calls this. */
export function renewBy(how: Renew | undefined) {
  renew = how
}

/** Requests a new sign-in from the user, once for all waiting requests. False where no page can show the dialog. */
export function renewSession(): Promise<boolean> {
  if (renew === undefined) return Promise.resolve(false)
  renewing ??= renew().finally(() => {
    renewing = undefined
  })
  return renewing
}
