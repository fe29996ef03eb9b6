import { ApiError, retryAfterOf } from './error.ts'

/** Runs the work once after the delay, in milliseconds, unless the returned function is called before. */
export type Timer = (delayMs: number, work: () => void) => () => void

export interface Transport {
  readonly fetch: (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>
  readonly timer: Timer
  readonly timeoutMs: number
  readonly maxRetries: number
}

interface SendOptions extends Transport {
  /** Whether sending the request again does nothing twice. */
  readonly isRepeatable: boolean
  /** Whether the caller reads the body of a success itself. */
  readonly isStream: boolean
}

/** Longer times in `Retry-After` end the call. */
const MAX_WAIT_MS = 60_000
const FIRST_BACKOFF_MS = 500

/**
 * Sends a request, and again after a status 429 or 503, a failed connection or a timeout. Waits as `Retry-After` says, otherwise twice as
 * long each time. Resolves to the last response.
 * @throws {ApiError} without a response
 */
export async function send(request: Request, options: SendOptions): Promise<Response> {
  for (let retries = 0; ; retries++) {
    const outcome = await attempt(request.clone(), options)
    const delayMs = retries < options.maxRetries ? retryDelay(outcome, retries, options.isRepeatable) : undefined
    if (delayMs === undefined) {
      if (outcome instanceof ApiError) throw outcome
      return outcome
    }
    await pause(delayMs, request.signal, options.timer)
  }
}

/** Sends the request once, and reads the body, so that a connection that breaks meanwhile counts as failed. */
async function attempt(request: Request, { fetch, timer, timeoutMs, isStream }: SendOptions) {
  const timeout = new AbortController()
  const cancel = timer(timeoutMs, () => timeout.abort())
  try {
    const response = await fetch(request, { signal: AbortSignal.any([request.signal, timeout.signal]) })
    return (isStream && response.ok) || response.status === 0 ? response : await readWhole(response)
  } catch (cause) {
    if (request.signal.aborted) return aborted(request.signal)
    if (timeout.signal.aborted) return new ApiError('TIMEOUT', `No response within ${timeoutMs} ms`)
    return new ApiError('NETWORK_ERROR', `The connection failed: ${reasonOf(cause)}`, { cause })
  } finally {
    cancel()
  }
}

async function readWhole(response: Response): Promise<Response> {
  const bytes = await response.arrayBuffer()
  const { status, statusText, headers } = response
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers })
}

/** Returns the time to wait before the next attempt; undefined if another attempt does not help, or may do the work twice. */
function retryDelay(outcome: Response | ApiError, retries: number, isRepeatable: boolean): number | undefined {
  const backoffMs = FIRST_BACKOFF_MS * 2 ** retries * (0.5 + Math.random() / 2)
  if (outcome instanceof ApiError) return isRepeatable && outcome.code !== 'ABORTED' ? backoffMs : undefined
  // The server rejects a request by 429 before it does anything; a 503 may come from a proxy, after the work.
  if (outcome.status !== 429 && !(outcome.status === 503 && isRepeatable)) return undefined
  const delayMs = retryAfterOf(outcome) ?? backoffMs
  return delayMs > MAX_WAIT_MS ? undefined : delayMs
}

const pause = (delayMs: number, signal: AbortSignal, timer: Timer) =>
  new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      cancel()
      reject(aborted(signal))
    }
    const cancel = timer(delayMs, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })

const aborted = ({ reason }: AbortSignal) => new ApiError('ABORTED', 'The call was aborted', { cause: reason })

/** Node hides the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
