import { parseJson } from '../http/parse-json.ts'
import { readText } from '../http/request-body.ts'
import { pauseIfDue } from '../slices.ts'

/** Bodies of more characters take milliseconds to parse and to check, so that one turn of the event loop reads only one of them. */
const LARGE_BODY_LENGTH = 64 * 1024
const JSON_TYPE = /^\s*application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i

/** What a request asks to execute. */
export interface RequestParams {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>> | undefined
}

/**
 * Reads the body of a request, or returns the HTTP status that rejects it. Batches are rejected.
 * @throws Error with a message for the client
 */
export async function readParams(request: Request): Promise<RequestParams | 413 | 415> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) return 415
  const body = await readBody(request)
  if (body === undefined) return 413
  if (body.length > LARGE_BODY_LENGTH) await pauseIfDue()
  const parsed = parseBody(body)
  if (body.length > LARGE_BODY_LENGTH) await pauseIfDue()
  return checked(parsed)
}

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

function checked(body: unknown): RequestParams {
  if (Array.isArray(body)) throw new Error('Batches are not supported')
  if (!isObject(body)) throw new Error('JSON body must be an object')
  const { query, operationName, variables, extensions } = body
  if (query == null) throw new Error('Missing query')
  if (typeof query !== 'string') throw new Error('Invalid query')
  if (variables != null && !isObject(variables)) throw new Error('Invalid variables')
  if (operationName != null && typeof operationName !== 'string') throw new Error('Invalid operationName')
  if (extensions != null && !isObject(extensions)) throw new Error('Invalid extensions')
  // Some clients send an empty name in place of none.
  return { query, operationName: operationName || undefined, variables: variables ?? undefined }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
