import createFetchClient, { type ParseAs } from 'openapi-fetch'
import { ApiError, errorOf } from './error.ts'
import type { Arguments, CallOptions, DataOf, ItemOf, ListPath, Method, PathWith, Result } from './operations.ts'
import { send, type Timer, type Transport } from './send.ts'

export interface ClientOptions {
  /** The URL of the server, such as `https://sho.rt`. */
  readonly baseUrl: string
  /** An API key. Without credentials, only links without an owner can be created. */
  readonly apiKey?: string | undefined
  /** The token of a session, instead of an API key. */
  readonly token?: string | undefined
  /** The time to wait for each response, in milliseconds; 30,000 by default. */
  readonly timeoutMs?: number
  /** Maximum number of retries of a call; 2 by default. */
  readonly maxRetries?: number
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: Transport['fetch']
  /** Runs timeouts and waits, for tests. */
  readonly timer?: Timer
}

type Call<M extends Method> = <P extends PathWith<M>, A extends ParseAs = 'json'>(
  path: P,
  ...init: Arguments<M, P, A>
) => Promise<Result<DataOf<M, P, A>>>

/** A client of the REST API. Calls never reject for a failed request: they resolve to `{ data }` or `{ error }`. */
export interface Client {
  readonly GET: Call<'get'>
  readonly POST: Call<'post'>
  readonly PUT: Call<'put'>
  readonly PATCH: Call<'patch'>
  readonly DELETE: Call<'delete'>
  /**
   * Iterates over all items of a list, page by page.
   * @throws {ApiError} if a page cannot be read
   */
  paginate<P extends ListPath>(path: P, ...init: Arguments<'get', P>): AsyncGenerator<ItemOf<P>, void>
}

/**
 * Creates a client of a server.
 * @throws {TypeError} if `baseUrl` is not a URL
 * @example
 * ```ts
 * import { createClient } from '@shortlink/client'
 *
 * const shortlink = createClient({ baseUrl: 'https://sho.rt', apiKey: 'sl_…' })
 * const { data, error } = await shortlink.POST('/links', { body: { target: 'https://example.com/' } })
 * if (error) throw error
 * console.log(data.shortUrl)
 * ```
 */
export function createClient({ baseUrl, apiKey, token, ...options }: ClientOptions): Client {
  const { fetch = globalThis.fetch, timer = systemTimer, timeoutMs = 30_000, maxRetries = 2 } = options
  const credential = apiKey || token
  const api = createFetchClient<Record<string, Record<Method, object>>>({
    baseUrl: new URL('api/v1', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`).href,
    headers: credential ? { authorization: `Bearer ${credential}` } : {},
    pathSerializer: toPath,
    querySerializer: toQuery,
    // A redirect would repeat a POST as GET.
    redirect: 'manual',
  })

  async function call(
    method: Method,
    path: string,
    { timeoutMs: ownTimeoutMs, ...init }: LooseInit = {},
  ): Promise<Result<unknown>> {
    const transport = { fetch, timer, timeoutMs: ownTimeoutMs ?? timeoutMs, maxRetries }
    const isStream = init.parseAs === 'stream'
    let response: Response | undefined
    try {
      const { data, error, ...rest } = await api.request(method, path, {
        ...init,
        async fetch(request: Request) {
          const isRead = method === 'get'
          if (!isRead && credential) addIdempotencyKey(request.headers)
          // The server ignores keys of callers without credentials.
          response = await send(request, { ...transport, isStream, isRepeatable: isRead || Boolean(credential) })
          return response
        },
      })
      const isSuccess = rest.response.ok && (data !== undefined || rest.response.status === 204)
      return isSuccess ? { data, ...rest } : { error: errorOf(rest.response, error), ...rest }
    } catch (cause) {
      if (cause instanceof ApiError) return { error: cause, response }
      // The arguments of the call are wrong.
      if (response === undefined) throw cause
      return { error: errorOf(response, undefined), response }
    }
  }

  const calls = (method: Method) => (path: string, init?: LooseInit) => call(method, path, init)
  const client = {
    ...{ GET: calls('get'), POST: calls('post'), PUT: calls('put'), PATCH: calls('patch'), DELETE: calls('delete') },
    async *paginate(path: string, init: LooseInit = {}) {
      let cursor: string | null = null
      do {
        const query = { ...init.params?.query, ...(cursor && { cursor }) }
        const { data, error } = await call('get', path, { ...init, params: { ...init.params, query } })
        if (error) throw error
        const page = data as Page
        yield* page.items
        cursor = page.nextCursor
      } while (cursor)
    },
  }
  // The generated types describe paths, inputs and results; this code handles all of them alike.
  return client as Client
}

interface LooseInit extends CallOptions {
  readonly parseAs?: ParseAs
  readonly params?: { readonly query?: Readonly<Record<string, unknown>> }
}

interface Page {
  readonly items: readonly unknown[]
  readonly nextCursor: string | null
}

/** Adds an `Idempotency-Key` unless there is one. */
function addIdempotencyKey(headers: Headers) {
  if (headers.has('idempotency-key')) return
  // `crypto.randomUUID` does not exist on pages over http://.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  headers.set('idempotency-key', Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

/** An empty part, `.` or `..` would name another operation, so it throws. */
const toPath = (path: string, parameters: Readonly<Record<string, unknown>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = `${parameters[name] ?? ''}`
    if (['', '.', '..'].includes(value)) throw new TypeError(`The parameter ${name} cannot be "${value}"`)
    return encodeURIComponent(value)
  })

/** Objects become JSON; lists of texts repeat the parameter; undefined omits it, and null is sent as `null`. */
function toQuery(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    const isRepeated = Array.isArray(value) && value.every((item) => typeof item !== 'object')
    const values = (isRepeated ? value : [value]).filter((item) => item !== undefined)
    return values.map((item): [string, string] => [
      name,
      item && typeof item === 'object' ? JSON.stringify(item) : `${item}`,
    ])
  })
  return new URLSearchParams(pairs).toString()
}

const systemTimer: Timer = (delayMs, work) => {
  const timer = setTimeout(work, delayMs)
  return () => clearTimeout(timer)
}
