import { createHash } from 'node:crypto'
import type { HttpReply, HttpRequest } from './http-message.ts'

/** Names the body by its digest, and leaves it out when the client says that it has it already. */
export function conditional(request: HttpRequest, reply: HttpReply): HttpReply {
  const etag = `"${createHash('sha256')
    .update(reply.body ?? '')
    .digest('base64url')
    .slice(0, 22)}"`
  const headers = { ...reply.headers, etag }
  return has(request.header('if-none-match'), etag) ? { status: 304, headers } : { ...reply, headers }
}

/** Compares weakly, as a GET may: proxies that compress turn our tag into a weak one. */
const has = (known: string | null, etag: string) =>
  known !== null && (known.trim() === '*' || known.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))
