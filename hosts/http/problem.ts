import { errorReply } from './error-reply.ts'
import type { HttpReply, HttpRequest } from './exchange.ts'
import { errorPage } from './pages/error-page.ts'

/** What went wrong, in words: a page for browsers, plain text for everything else. */
export const problem = (request: HttpRequest, status: number, message: string): HttpReply =>
  errorReply(errorPage, request.header('accept'), status, message)
