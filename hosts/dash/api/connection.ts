/** Whether the server responds. While it does not, the time of its last response. Every request reports here. */
let lastAnswer = new Date()
let offlineSince: Date | undefined
const listeners = new Set<() => void>()

function set(since: Date | undefined) {
  if (since === offlineSince) return
  offlineSince = since
  for (const listen of listeners) listen()
}

/** A response arrived, even if it is an error. */
export function reportAnswer() {
  lastAnswer = new Date()
  set(undefined)
}

/** No response arrived. */
export const reportNoAnswer = () => set(offlineSince ?? lastAnswer)

let isLeaving = false

/** The page is closing, or came back from the browser's cache. */
export function reportLeaving(leaving: boolean) {
  isLeaving = leaving
}

/** Whether the page is closing, so that requests must outlive it. */
export const isPageLeaving = () => isLeaving

/** Time of the server's last response, if the last request got none; otherwise undefined. */
export const lastAnswerBeforeOffline = () => offlineSince

/** Calls back when the server stops or resumes responding; returns the function that unsubscribes. */
export function onConnection(listen: () => void): () => void {
  listeners.add(listen)
  return () => listeners.delete(listen)
}
