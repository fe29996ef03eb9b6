import type { GraphQLError } from 'graphql'
import { parseRequestParams, type Request, type RequestParams, type Response } from 'graphql-http'
import { BodyTooLarge, type HttpReply, type HttpRequest, MAX_BODY } from '../http/http-message.ts'
import { parseJson } from '../http/parse-json.ts'
import { pauseIfDue } from '../slices.ts'
import { coded } from './errors.ts'

/** Characters from which a body takes milliseconds to parse and to check, so that several of them are not read in one turn of the event loop. */
const LARGE_BODY = 64 * 1024
const JSON_TYPE = /^\s*application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i
const CONTENT_TYPE = 'application/json; charset=utf-8'

/** What is wrong with a request that comes to no query, by HTTP status. */
const REFUSALS: Readonly<Record<number, GraphQLError>> = {
  405: coded('BAD_USER_INPUT', 'Only POST is allowed'),
  406: coded('BAD_USER_INPUT', 'Answers are application/json or application/graphql-response+json'),
  413: coded('BAD_USER_INPUT', `The body must have at most ${MAX_BODY} bytes`),
  415: coded('BAD_USER_INPUT', 'The body must be application/json in UTF-8'),
  429: coded('RATE_LIMITED', 'Too many requests'),
}

/** The reason for a status follows from {@link REFUSALS}. */
export const refusal = (status: keyof typeof REFUSALS, headers: Record<string, string> = {}): Response => [
  null,
  { status, statusText: '', headers },
]

/** An answer without data, for what went wrong before there was a query to run. */
export const refused = (status: number, error: GraphQLError, headers: Record<string, string> = {}): HttpReply => ({
  status,
  headers: { 'content-type': CONTENT_TYPE, ...headers },
  body: JSON.stringify({ data: null, errors: [error] }),
})

/** The answer as it leaves: never without a body, and with `data` even where nothing was executed, as its clients expect it. */
export function finishedReply([body, { status, headers = {} }]: Response): HttpReply {
  if (body === null) return refused(status, REFUSALS[status] ?? coded('BAD_USER_INPUT', 'Bad request'), headers)
  const isPlain = headers['content-type'] === CONTENT_TYPE
  // Data comes first where there is any.
  return { status, headers, body: isPlain && body.startsWith('{"errors"') ? `{"data":null,${body.slice(1)}` : body }
}

/**
 * Reads what is to be run. Batches are no objects, so they are refused.
 * @throws Error with words for the client, which make a 400
 */
export async function readParams<Context>(
  request: Request<{ readonly request: HttpRequest }, Context>,
): Promise<RequestParams | Response> {
  const { request: http } = request.raw
  if (!JSON_TYPE.test(http.header('content-type') ?? '')) return refusal(415)
  const body = await textOf(http)
  if (body === undefined) return refusal(413)
  if (body.length > LARGE_BODY) await pauseIfDue()
  const parsed = parsedJson(body) as Record<string, unknown>
  if (body.length > LARGE_BODY) await pauseIfDue()
  if (Array.isArray(parsed)) throw new Error('Batches are not supported')
  return parseRequestParams({ ...request, headers: { 'content-type': 'application/json' }, body: parsed })
}

/** The body; `undefined` if it is too large. */
async function textOf(request: HttpRequest): Promise<string | undefined> {
  if (Number(request.header('content-length')) > MAX_BODY) return undefined
  try {
    const body = await request.body()
    return Buffer.byteLength(body) > MAX_BODY ? undefined : body
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined
    throw new Error('Unreadable body', { cause: error })
  }
}

function parsedJson(body: string): unknown {
  try {
    return parseJson(body)
  } catch {
    throw new Error('Unparsable JSON body')
  }
}
