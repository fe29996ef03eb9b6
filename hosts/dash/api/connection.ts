/** Whether the server answers: since when it does not, as the time of its last answer. Every request reports here. */
let lastAnswer = new Date()
let offlineSince: Date | undefined
const listeners = new Set<() => void>()

function set(since: Date | undefined) {
  if (since === offlineSince) return
  offlineSince = since
  for (const listen of listeners) listen()
}

/** An answer came, also one that is an error. */
export function reportAnswer() {
  lastAnswer = new Date()
  set(undefined)
}

/** No answer came. */
export const reportNoAnswer = () => set(offlineSince ?? lastAnswer)

/** When the server last answered, if the last request had no answer; else undefined. */
export const lastAnswerBeforeOffline = () => offlineSince

/** Calls back when the server stops answering or answers again; returns the function that stops it. */
export function onConnection(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
