import type { IncomingMessage, ServerResponse } from 'node:http'
import { preparedError } from '../error-response.ts'
import { rateLimitHeaders, type Taken } from './rate-limit.ts'

/** A flat list of names and values is what Node writes fastest; with a length of 0 it sends no chunks. */
export function sendRedirect(response: ServerResponse, location: string, { limit, remaining, resetSeconds }: Taken) {
  const headers = [
    'Location',
    location,
    'Cache-Control',
    'private, no-store',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Content-Length',
    '0',
  ]
  if (limit > 0) {
    headers.push(
      'RateLimit-Limit',
      `${limit}`,
      'RateLimit-Remaining',
      `${remaining}`,
      'RateLimit-Reset',
      `${resetSeconds}`,
    )
  }
  response.writeHead(302, headers)
  response.end()
}

export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  taken: Taken,
  status: number,
  message: string,
) {
  const { headers, body } = preparedError(request.headers.accept, status, message)
  response.writeHead(
    status,
    taken.limit > 0 ? [...headers, ...Object.entries(rateLimitHeaders(taken)).flat()] : headers,
  )
  response.end(body)
}
