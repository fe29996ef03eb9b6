import { conditionalResponse } from '../http/response/conditional.ts'
import { respond } from '../http/response/responses.ts'
import { encodeJson } from '../kit/json-slices.ts'
import type { Answer, Body } from './table/answers.ts'

/** Largest body of a response, in bytes. Lists are limited by their number of items, so only records of unusual size reach it. */
const MAX_ANSWER_BYTES = 32 << 20

/** Sends the outcome of an operation. A long list is encoded in slices. */
export async function send(
  request: Request,
  answer: Answer<unknown>,
  { status = answer.status, json, headers, bytes, etag }: Body,
): Promise<Response> {
  const { mediaTypes } = answer
  if (json === undefined && bytes === undefined) return respond(null, { status, headers: { ...headers } })
  const body = bytes ?? (await encoded(json))
  const fields = { 'content-type': mediaTypes[0] ?? '', ...headers }
  if (etag === undefined) return respond(body, { status, headers: fields })
  if (status !== 200 || (request.method !== 'GET' && request.method !== 'HEAD')) {
    return respond(body, { status, headers: { ...fields, etag } })
  }
  return conditionalResponse(request, body, { ...fields, 'cache-control': 'private, no-cache' }, etag)
}

async function encoded(json: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const chunks = await encodeJson(json, MAX_ANSWER_BYTES)
  if (chunks === undefined) throw new Error(`A response has more than ${MAX_ANSWER_BYTES} bytes`)
  return Buffer.concat(chunks)
}

/** The body of a page with a `Link` to the next one (RFC 8288), if there is one. */
export function withNextLink(body: Body, address: string): Body {
  const { nextCursor } = (body.json ?? {}) as { readonly nextCursor?: string | null }
  if (typeof nextCursor !== 'string') return body
  const { pathname, searchParams } = new URL(address)
  searchParams.set('cursor', nextCursor)
  return { ...body, headers: { ...body.headers, link: `<${pathname}?${searchParams}>; rel="next"` } }
}
