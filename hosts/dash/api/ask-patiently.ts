import type { TadaDocumentNode } from 'gql.tada'
import { ask } from './ask.ts'
import { ApiError, PASSING_CODES } from './errors.ts'

const MAX_FAILURES = 5
const PAUSE_MS = 2_000

/** Called with the instant until which is waited, and with undefined when the request is sent again. */
export type OnWait = (untilMs: number | undefined) => void

interface PatientOptions {
  readonly signal?: AbortSignal
  /** Ends a wait, but lets a request in flight finish. */
  readonly stopWaiting?: AbortSignal
  readonly onWait?: OnWait
}

/** Controls and callbacks for work with many requests. */
export interface LongWork {
  readonly signal: AbortSignal
  /** Called with the number of things that are done. */
  readonly onProgress: (done: number) => void
  readonly onWait: OnWait
}

/**
 * Like {@link ask}, for long work: waits for the time that an overloaded server requests, and retries up to five times when it does not
 * respond.
 */
export async function askPatiently<Answer, Input>(
  document: TadaDocumentNode<Answer, Input>,
  variables: Input,
  { signal, stopWaiting = signal, onWait }: PatientOptions = {},
): Promise<Answer> {
  for (let failures = 1; ; failures++) {
    try {
      return await ask(document, variables, signal && { signal })
    } catch (error) {
      const untilMs = stopWaiting?.aborted ? undefined : nextTryMs(error, failures)
      if (untilMs === undefined) throw error
      onWait?.(untilMs)
      await sleepUntil(untilMs, stopWaiting)
      onWait?.(undefined)
    }
  }
}

/** Time of the retry after this number of failures; undefined if a retry would not help. */
export function nextTryMs(error: unknown, failures: number, nowMs = Date.now()): number | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'RATE_LIMITED') return error.retryAtMs ?? nowMs + PAUSE_MS
  return PASSING_CODES.has(error.code) && failures <= MAX_FAILURES ? (error.retryAtMs ?? nowMs + PAUSE_MS) : undefined
}

const sleepUntil = (atMs: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', stop)
        resolve()
      },
      Math.max(0, atMs - Date.now()),
    )
    signal?.addEventListener('abort', stop, { once: true })
  })
