import { ANSWER_BUDGET, MAX_ANSWER_BYTES, STEP_BYTES } from '../graphql/limits/answer-size.ts'
import { conditionalResponse } from '../http/response/conditional.ts'
import { respond } from '../http/response/responses.ts'
import { createByteBudget } from '../kit/byte-budget.ts'
import { encodeJson } from '../kit/json-slices.ts'
import type { Answer, Body } from './table/answers.ts'

/** The error for a body of more than {@link MAX_ANSWER_BYTES}: a list is limited by its number of items, but their size varies. */
export const TOO_LONG = {
  code: 'QUERY_TOO_COMPLEX',
  detail: `The response has more than ${MAX_ANSWER_BYTES} bytes; request fewer items`,
} as const

/**
 * Returns a function that encodes bodies, in slices. One caller, and all callers, hold a limited number of bytes until `end` reports that the
 * response was sent; undefined where the server does not report it.
 */
export function createEncoder() {
  const inFlight = createByteBudget(ANSWER_BUDGET)
  return async (body: Body, owner: string, end: AbortSignal | undefined) => {
    if (body.json === undefined) return body
    const chunks = await encodeJson(body.json, MAX_ANSWER_BYTES)
    if (chunks === undefined) return 'too long'
    const bytes = Buffer.concat(chunks)
    if (bytes.length > STEP_BYTES && end?.aborted === false) {
      if (!inFlight.add(owner, bytes.length)) return 'too many'
      end.addEventListener('abort', () => inFlight.remove(owner, bytes.length), { once: true })
    }
    return { ...body, bytes }
  }
}

/** Sends the encoded outcome of an operation. */
export async function send(
  request: Request,
  answer: Answer<unknown>,
  { status = answer.status, headers, bytes: body, etag }: Body,
): Promise<Response> {
  const { mediaTypes } = answer
  if (body === undefined) return respond(null, { status, headers: { ...headers } })
  const fields = { 'content-type': mediaTypes[0] ?? '', ...headers }
  if (etag === undefined) return respond(body, { status, headers: fields })
  if (status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) {
    return respond(body, { status, headers: { ...fields, etag } })
  }
  return conditionalResponse(request, body, { ...fields, 'cache-control': 'private, no-cache' }, etag)
}

/** The body of a page with a `Link` to the next one (RFC 8288), if there is one. */
export function withNextLink(body: Body, address: string): Body {
  const { nextCursor } = (body.json ?? {}) as { readonly nextCursor?: string | null }
  if (typeof nextCursor !== 'string') return body
  const { pathname, searchParams } = new URL(address)
  searchParams.set('cursor', nextCursor)
  return { ...body, headers: { ...body.headers, link: `<${pathname}?${searchParams}>; rel="next"` } }
}
