/** The response of a GraphQL server. */
export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
  readonly data: any
  readonly errors: readonly {
    message: string
    path?: readonly (string | number)[]
    extensions: { code: string; reason?: string }
  }[]
}

type Headers = Record<string, string>

/** Posts a GraphQL request like any client. */
export async function ask(url: string, query: string, variables: object = {}, headers: Headers = {}): Promise<Answer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  })
  const { data = null, errors = [] } = (await response.json()) as Partial<Answer>
  return { status: response.status, data, errors }
}

let accounts = 0

/** Creates an account that sends requests in its name. */
export async function newAccount(url: string) {
  const email = `someone-${process.pid}-${Date.now()}-${accounts++}@example.com`
  const password = 'a password hard to guess'
  const { data } = await ask(
    url,
    'mutation ($email: String!, $password: String!) { signup(name: "Someone", email: $email, password: $password) { token user { id } } }',
    { email, password },
  )
  const { token, user } = data.signup as { token: string; user: { id: string } }
  return {
    id: user.id,
    email,
    password,
    token,
    headers: { authorization: `Bearer ${token}` },
    ask: (query: string, variables: object = {}, headers: Headers = {}) =>
      ask(url, query, variables, { authorization: `Bearer ${token}`, ...headers }),
    /** Returns the number of visits to its links that a server has stored; NaN if the server returns errors. */
    async clicks(server = url): Promise<number> {
      const { data } = await ask(
        server,
        '{ shortlinkAnalytics { totalClicks } }',
        {},
        { authorization: `Bearer ${token}` },
      )
      return Number(data?.shortlinkAnalytics.totalClicks)
    },
  }
}

/** Requests a slug without following the redirect. */
export const follow = (url: string, slug: string, headers: Headers = {}) =>
  fetch(`${url}/${slug}`, { redirect: 'manual', headers })
