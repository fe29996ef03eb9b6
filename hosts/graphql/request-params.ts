import {
  type Request as LibraryRequest,
  type Response as LibraryResponse,
  parseRequestParams,
  type RequestParams,
} from 'graphql-http'
import { parseJson } from '../http/parse-json.ts'
import { readText } from '../http/request-body.ts'
import { pauseIfDue } from '../slices.ts'
import { rejected } from './responses.ts'

/** Bodies of more characters take milliseconds to parse and to check, so that one turn of the event loop reads only one of them. */
const LARGE_BODY_LENGTH = 64 * 1024
const JSON_TYPE = /^\s*application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/**
 * Reads the body of a request. Batches are rejected.
 * @throws Error with a message for the client, which graphql-http answers with 400
 */
export async function readParams<Context>(
  request: LibraryRequest<Request, Context>,
): Promise<RequestParams | LibraryResponse> {
  if (!JSON_TYPE.test(request.raw.headers.get('content-type') ?? '')) return rejected(415)
  const body = await readBody(request.raw)
  if (body === undefined) return rejected(413)
  if (body.length > LARGE_BODY_LENGTH) await pauseIfDue()
  const parsed = parseBody(body)
  if (body.length > LARGE_BODY_LENGTH) await pauseIfDue()
  if (Array.isArray(parsed)) throw new Error('Batches are not supported')
  // The type is checked above: the library does not understand a quoted charset.
  return parseRequestParams({ ...request, headers: JSON_HEADERS, body: parsed as Record<string, unknown> })
}

const JSON_HEADERS = { 'content-type': 'application/json' }

const readBody = (request: Request) =>
  readText(request).catch((cause: unknown) => {
    throw new Error('Unreadable body', { cause })
  })

function parseBody(body: string): unknown {
  try {
    return parseJson(body)
  } catch {
    throw new Error('Unparsable JSON body')
  }
}
