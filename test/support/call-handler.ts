import type { Handler } from '../../hosts/http/handler.ts'

interface CallOptions {
  readonly params?: Readonly<Record<string, string>>
  readonly headers?: Record<string, string> | undefined
  readonly method?: string | undefined
}

/**
 * Calls a handler without a socket and reads its response. The body is bytes for PNG images, otherwise text, and undefined if there is
 * none.
 */
export async function callHandler(
  handler: Handler,
  target: string,
  { params = {}, headers = {}, method = 'GET' }: CallOptions = {},
) {
  const request = new Request(new URL(target, 'http://localhost'), { method, headers })
  const response = await handler(request, { clientIp: '203.0.113.7', host: 'own', params })
  const isPng = response.headers.get('content-type') === 'image/png'
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers) as Readonly<Record<string, string>>,
    body: response.body === null ? undefined : isPng ? await response.bytes() : await response.text(),
  }
}
