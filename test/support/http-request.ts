import type { HttpRequest } from '../../hosts/http/http-message.ts'

/** A request as a route sees it, without a socket. */
export function httpRequest(target: string, headers: Record<string, string> = {}, method = 'GET'): HttpRequest {
  const { pathname, searchParams } = new URL(target, 'http://localhost')
  const known = new Headers(headers)
  return {
    method,
    path: pathname,
    query: searchParams,
    clientIp: '203.0.113.7',
    host: 'own',
    header: (name) => known.get(name),
    body: async () => '',
  }
}
