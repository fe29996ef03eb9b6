const RELOADED = 'shortlink.reloaded'
const HOUR_MS = 3_600_000

/** A chunk of an older release is gone after an update: the page is loaded again, at most once an hour. Returns whether it is. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - last < HOUR_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}
