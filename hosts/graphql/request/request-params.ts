import {
  type Request as HttpRequest,
  type Response as HttpResponse,
  parseRequestParams,
  type RequestParams,
} from 'graphql-http'
import { parseJson, parseJsonBody } from '../../http/request/parse-json.ts'
import { readText } from '../../http/request/request-body.ts'
import { persistedQueryNotSupported, rejection } from './responses.ts'

const JSON_TYPE = /^\s*application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i
/** Headers of a parsed body: graphql-http does not accept quotes around the charset. */
const HEADERS = { 'content-type': 'application/json' }

/**
 * Reads the query string or the body of a request, or returns the response that rejects it. Rejects batches.
 * @throws Error with a message for the client
 */
export async function readParams(given: HttpRequest<Request, unknown>): Promise<RequestParams | HttpResponse> {
  const { method, raw } = given
  if (method === 'GET') {
    const { search, searchParams } = new URL(raw.url)
    if (isHashOnly({ query: searchParams.get('query'), extensions: readExtensions(searchParams) }))
      return persistedQueryNotSupported()
    // graphql-http truncates a query string at a second question mark.
    return parseRequestParams({ ...given, url: `?${search.slice(1).replaceAll('?', '%3F')}` })
  }
  if (method !== 'POST') return parseRequestParams(given)
  if (!JSON_TYPE.test(raw.headers.get('content-type') ?? '')) return rejection(415)
  const text = await readBody(raw)
  if (text === undefined) return rejection(413)
  const body = await parseBody(text)
  if (Array.isArray(body)) throw new Error('Batches are not supported')
  if (!isObject(body)) throw new Error('JSON body must be an object')
  if (isHashOnly(body)) return persistedQueryNotSupported()
  return parseRequestParams({ ...given, headers: HEADERS, body })
}

/** Whether a request has the hash of a query instead of its text, as clients of automatic persisted queries send it first. */
const isHashOnly = ({ query, extensions }: Readonly<Record<string, unknown>>) =>
  !query && isObject(extensions) && isObject(extensions.persistedQuery)

/** Reads the member `extensions` of a query string; undefined if it is malformed, which graphql-http reports. */
function readExtensions(search: URLSearchParams): unknown {
  try {
    return parseJson(search.get('extensions') ?? '')
  } catch {
    return undefined
  }
}

const readBody = (request: Request) =>
  readText(request).catch((cause: unknown) => {
    throw new Error('Unreadable body', { cause })
  })

const parseBody = (body: string) =>
  parseJsonBody(body).catch(() => {
    throw new Error('Unparsable JSON body')
  })

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
