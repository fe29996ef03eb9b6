type HeaderFields = Readonly<Record<string, string>>

export const text = (status: number, body: string, headers: HeaderFields = {}): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } })

export const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8' } })

/** Sets headers of a response that a handler has just made, and returns it. */
export function withHeaders(response: Response, headers: HeaderFields): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
