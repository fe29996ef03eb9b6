import { createHash } from 'node:crypto'
import { respond } from './responses.ts'

/** A 200 with an ETag, by default one of the body, or a 304 without the body when the client names that ETag. */
export function conditionalResponse(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  etag = etagOf(body),
): Response {
  const init = { headers: { ...headers, etag } }
  return matches(request.headers.get('if-none-match'), etag)
    ? respond(null, { ...init, status: 304 })
    : respond(body, init)
}

/** A strong validator: 132 bits of the body's SHA-256. */
export const etagOf = (body: string | Uint8Array) =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Compares weakly, as GET permits: proxies that compress make a weak tag of ours. */
const matches = (known: string | null, etag: string) =>
  known !== null && (known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
