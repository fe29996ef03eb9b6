import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { acceptedCoding } from '../../http/response/content-coding.ts'
import type { Answer } from './responses.ts'

/** Shorter responses fit into a few packets anyway. */
const MIN_BYTES = 4096
const FASTEST = { level: 1 }

const compress = promisify<string | Uint8Array, typeof FASTEST, Uint8Array<ArrayBuffer>>(gzip)

/**
 * Compresses a long response with gzip, if the client accepts it, on the threads of zlib. Only for the dashboard: its requests come from
 * its own page, so no other site can mix its text with the compressed data.
 */
export async function gzipped(request: Request, answer: Answer): Promise<Answer> {
  const isLong = answer.body.length >= MIN_BYTES
  if (!isLong || !acceptedCoding(request.headers.get('accept-encoding'), ['gzip'])) return answer
  const headers = { ...answer.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' }
  return { ...answer, headers, body: await compress(answer.body, FASTEST) }
}
