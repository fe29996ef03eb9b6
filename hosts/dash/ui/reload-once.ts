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

/** Loads a file of the dashboard's build. One of an older release is gone: then the page is loaded again, or the promise rejects if it was. */
export const loadChunk = <Chunk>(load: () => Promise<Chunk>): Promise<Chunk> =>
  load().catch((error: unknown) => {
    if (!reloadOnce()) throw error
    return new Promise<never>(() => {})
  })
