import { onTestFinished } from 'vitest'

export interface ReceivedEvent {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events whose shape is what they check
  readonly data: any
}

/** Opens a live stream and keeps what it receives; it is closed when the test has finished. */
export async function openLive(url: string, headers: Record<string, string>) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(`${url}/api/v1/live`, { headers, signal: leaving.signal })
  let text = ''
  const ended = read().then(
    () => 'ended',
    () => 'broken off',
  )
  async function read() {
    if (!response.ok || response.body === null) return
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) text += chunk
  }
  return {
    response,
    /** How it ended. */
    ended,
    leave: () => leaving.abort(),
    text: () => text,
    events: (): ReceivedEvent[] =>
      [...text.matchAll(/^event: (.*)\ndata: (.*)\n\n/gm)].map(([, name = '', data = '']) => ({
        name,
        data: JSON.parse(data),
      })),
  }
}
