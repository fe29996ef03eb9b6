import { lastAnswerBeforeOffline, onConnection, reportNoAnswer } from '../../api/connection.ts'

const RELOADED = 'shortlink.reloaded'
const HOUR_MS = 3_600_000

/** A chunk of an older release is missing after an update: reloads the page, at most once an hour. Returns whether it does. */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
  if (Date.now() - last < HOUR_MS) return false
  sessionStorage.setItem(RELOADED, String(Date.now()))
  location.reload()
  return true
}

/**
 * Loads a file of the dashboard's build. If a file of an older release is missing, the page reloads, or the promise rejects if it just did.
 * While the server does not respond, the page stays: a reload would show the browser's error. It reloads once the server responds, since
 * browsers remember files that failed.
 */
export const loadChunk = <Chunk>(load: () => Promise<Chunk>): Promise<Chunk> =>
  load().catch(async (error: unknown) => {
    await fetch(location.href, { method: 'HEAD' }).catch(reportNoAnswer)
    if (lastAnswerBeforeOffline()) onConnection(() => location.reload())
    else if (!reloadOnce()) throw error
    return new Promise<never>(() => {})
  })
