import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { type ExportedSpan, spansIn } from './otlp.ts'

/** A receiver of OTLP/HTTP on loopback. */
export interface TraceReceiver {
  readonly url: string
  /** Everything that arrived: bodies as sent, and their headers. */
  readonly exports: readonly { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[]
  /** The spans of all exports. */
  spans(): readonly ExportedSpan[]
  close(): Promise<void>
}

/** Starts a receiver until the test has finished. It calls `answer` after an export has arrived; the default is 200. */
export async function startTraceReceiver(
  answer: RequestListener = (_request, response) => void response.end(),
): Promise<TraceReceiver> {
  const exports: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    exports.push({ path: request.url ?? '', headers: request.headers, body })
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    spans: () => exports.flatMap(({ body }) => spansIn(body)),
    close,
  }
}
