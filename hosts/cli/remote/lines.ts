/** How long a server may send nothing. */
const IDLE_MS = 60_000

/** Asks a server by GET; the timer starts anew with each part of the answer, and aborts it when nothing comes for a minute. */
export async function openLines(url: string, headers: Readonly<Record<string, string>>) {
  const idle = new AbortController()
  const timer = setTimeout(() => idle.abort(new DOMException('nothing came', 'TimeoutError')), IDLE_MS).unref()
  // A redirect would take the API key along.
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
