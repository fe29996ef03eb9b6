import { type HttpReply, type HttpRequest, text } from './exchange.ts'
import { errorPage, errorPageHeaders } from './pages/error-page.ts'

/** What went wrong, in words: a page for browsers, plain text for everything else. */
export const problem = (request: HttpRequest, status: number, message: string): HttpReply => {
  const reply = wantsHtml(request.header('accept'))
    ? { status, headers: errorPageHeaders, body: errorPage(status, message) }
    : text(status, message)
  return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store', vary: 'accept' } }
}

/** True for a browser that shows a page to somebody; not for one that loads a picture. */
export const wantsHtml = (accept: string | null) => accept?.toLowerCase().includes('text/html') ?? false
