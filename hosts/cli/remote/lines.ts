/** Maximum time without data from a server. */
const IDLE_MS = 60_000

/**
 * Sends a GET request to a server; the timer restarts with each part of the response, and aborts the request after a minute without data.
 */
export async function openLines(url: string, headers: Readonly<Record<string, string>>) {
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(new DOMException('nothing came', 'TimeoutError')), IDLE_MS).unref()
  // A redirect would forward the API key.
  const response = await fetch(url, { headers, redirect: 'manual', signal: idle.signal })
  return { response, lines: linesOf(response, timer) }
}

async function* linesOf({ body }: Response, timer: NodeJS.Timeout): AsyncGenerator<string> {
  let rest = ''
  try {
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      timer.refresh()
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    clearTimeout(timer)
  }
}
