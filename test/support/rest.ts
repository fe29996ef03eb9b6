/** The response of a REST operation. */
export interface RestAnswer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
  readonly json: any
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type HeaderFields = Readonly<Record<string, string>>

/** Returns a client of the REST API of a server that sends these headers. */
export const restClient =
  (url: string, credential: HeaderFields = {}) =>
  async (method: Method, path: string, body?: unknown, headers: HeaderFields = {}): Promise<RestAnswer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...credential, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, json: isJson && text !== '' ? JSON.parse(text) : text }
  }
