import {
  type Request as HttpRequest,
  type Response as HttpResponse,
  parseRequestParams,
  type RequestParams,
} from 'graphql-http'
import { parseJson } from '../http/parse-json.ts'
import { readText } from '../http/request-body.ts'
import { pauseIfDue } from '../slices.ts'
import { rejection } from './responses.ts'

/**
 * Number of characters from which a body takes milliseconds to parse and check, so that one turn of the event loop reads only one such
 * body.
 */
const LARGE_BODY_LENGTH = 64 * 1024
const JSON_TYPE = /^\s*application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i
/** Headers of a parsed body: graphql-http does not accept quotes around the charset. */
const HEADERS = { 'content-type': 'application/json' }

/**
 * Reads the query string or the body of a request, or returns the response that rejects it. Rejects batches.
 * @throws Error with a message for the client
 */
export async function readParams(given: HttpRequest<Request, unknown>): Promise<RequestParams | HttpResponse> {
  const { method, raw } = given
  // graphql-http truncates a query string at a second question mark.
  if (method === 'GET') return parseRequestParams({ ...given, url: `?${searchOf(raw.url).replaceAll('?', '%3F')}` })
  if (method !== 'POST') return parseRequestParams(given)
  if (!JSON_TYPE.test(raw.headers.get('content-type') ?? '')) return rejection(415)
  const text = await readBody(raw)
  if (text === undefined) return rejection(413)
  if (text.length > LARGE_BODY_LENGTH) await pauseIfDue()
  const body = parseBody(text)
  if (text.length > LARGE_BODY_LENGTH) await pauseIfDue()
  if (Array.isArray(body)) throw new Error('Batches are not supported')
  if (!isObject(body)) throw new Error('JSON body must be an object')
  return parseRequestParams({ ...given, headers: HEADERS, body })
}

const searchOf = (url: string) => new URL(url).search.slice(1)

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

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
