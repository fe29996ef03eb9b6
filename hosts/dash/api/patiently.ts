import { ApiError } from './errors.ts'

/** Sends; when the server answers that this is too often, waits as long as it says and sends again. For work of many requests. */
export async function patiently<Answer>(send: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED' || error.retryAtMs === undefined) throw error
      await until(error.retryAtMs, signal)
    }
  }
}

function until(atMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.max(0, atMs - Date.now()))
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
