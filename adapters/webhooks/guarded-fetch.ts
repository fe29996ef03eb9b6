import { Agent, type buildConnector, request } from 'undici'

/** Limits of one fetch, from the name lookup to the response's last byte. */
export interface FetchLimits {
  readonly timeoutMs: number
  readonly maxBytes: number
}

/** Fetches small documents over HTTP/1.1. Follows no redirects, sends no cookies, and rejects longer ones. */
export function guardedFetch(connect: buildConnector.connector, { timeoutMs, maxBytes }: FetchLimits) {
  const agent = new Agent({ connect, allowH2: false, pipelining: 0 })
  return {
    async fetch(url: string, more: Readonly<Record<string, string>> = {}): Promise<Response> {
      const { statusCode, headers, body } = await request(url, {
        headers: { accept: 'application/json', 'user-agent': 'shortlink', ...more },
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
      })
      const chunks: Buffer[] = []
      let length = 0
      // Leaving the loop early drops the connection.
      for await (const chunk of body) {
        length += chunk.length
        if (length > maxBytes) throw new Error(`The document is longer than ${maxBytes} bytes`)
        chunks.push(chunk)
      }
      const caching = headers['cache-control']
      return new Response(new Uint8Array(Buffer.concat(chunks)), {
        status: statusCode,
        headers: typeof caching === 'string' ? { 'cache-control': caching } : {},
      })
    },
    close: () => agent.destroy(),
  }
}
