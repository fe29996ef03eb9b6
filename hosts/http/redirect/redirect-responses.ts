import type { IncomingMessage, ServerResponse } from 'node:http'
import { preparedError } from '../response/error-parts.ts'
import { type LinkAnswer, NOT_KEPT, redirectHeaders } from './link-answers.ts'
import { rateLimitHeaders, type Taken } from './rate-limit.ts'

/** Node writes a flat list of names and values fastest; with a length of 0 it sends no chunks. */
export function sendRedirect(response: ServerResponse, location: string, { limit, remaining, resetSeconds }: Taken) {
  const headers = redirectHeaders(location, NOT_KEPT)
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

export const sendError = (
  request: IncomingMessage,
  response: ServerResponse,
  taken: Taken,
  status: number,
  message: string,
) => sendAnswer(response, { status, ...preparedError(request.headers.accept, status, message) }, taken)

export function sendAnswer(response: ServerResponse, { status, headers, body }: LinkAnswer, taken: Taken) {
  response.writeHead(status, [...headers, ...Object.entries(rateLimitHeaders(taken)).flat()])
  response.end(body)
}
