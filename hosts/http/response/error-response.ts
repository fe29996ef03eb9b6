import { type DomainError, describeError } from '@shortlink/core'
import { errorParts } from './error-parts.ts'
import { respond } from './responses.ts'

/** A response with an error, in plain text or as a page. Only the page shows the advice. */
export function errorResponse(request: Request, status: number, message: string, advice?: string): Response {
  const { headers, body } = errorParts(request.headers.get('accept'), status, message, advice)
  return respond(body, { status, headers })
}

const STATUSES: Partial<Record<DomainError['type'], number>> = {
  'not-found': 404,
  'link-disabled': 410,
  'link-expired': 410,
  overloaded: 429,
  unavailable: 503,
}

/** The response to an expected error; 400 unless its type has another status. */
export const domainErrorResponse = (request: Request, error: DomainError): Response =>
  errorResponse(request, STATUSES[error.type] ?? 400, describeError(error))
