import { ask } from './api.ts'

type Headers = Record<string, string>

/** A browser without a page: it keeps cookies, and follows redirects up to the given point. */
export function appBrowser() {
  const cookies = new Map<string, string>()
  return {
    cookies,
    /** Requests a page. Returns the response, and the address that it leads to. */
    async go(url: string, headers: Headers = {}) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(url, { redirect: 'manual', headers: { ...(cookie && { cookie }), ...headers } })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';')
        const at = pair.indexOf('=')
        if (pair.slice(at + 1) === '') cookies.delete(pair.slice(0, at))
        else cookies.set(pair.slice(0, at), pair.slice(at + 1))
      }
      return { response, location: response.headers.get('location') ?? '' }
    },
  }
}

const PENDING = `query ($uid: String!) {
  pendingApp(uid: $uid) { name host verified redirectHost scopes preselectedScopes expiresAt }
}`
const APPROVE = 'mutation ($uid: String!, $scopes: [String!]!) { approveApp(uid: $uid, scopes: $scopes) }'
const DENY = 'mutation ($uid: String!) { denyApp(uid: $uid) }'

/** The id at the end of the address of a consent page. */
export const uidOf = (location: string): string => /\/dash\/connect\/([\w-]+)$/.exec(location)?.[1] ?? ''

/** Answers the page for consent as an account, and returns the address where the browser goes next. */
export async function consent(
  url: string,
  headers: Headers,
  uid: string,
  scopes?: readonly string[] | 'deny',
): Promise<string> {
  if (scopes === 'deny') return (await ask(url, DENY, { uid }, headers)).data.denyApp
  const { data, errors } = await ask(url, PENDING, { uid }, headers)
  if (errors.length > 0) throw new Error(errors[0]?.message)
  const approved = await ask(url, APPROVE, { uid, scopes: scopes ?? data.pendingApp.preselectedScopes }, headers)
  if (approved.errors.length > 0) throw new Error(approved.errors[0]?.message)
  return approved.data.approveApp
}

/** Opens the address of an app that wants to connect, approves it, and returns the address that the app gets. */
export async function connectIn(
  browser: ReturnType<typeof appBrowser>,
  {
    url,
    headers,
    authorization,
    scopes,
  }: { url: string; headers: Headers; authorization: string; scopes?: readonly string[] | 'deny' },
): Promise<URL> {
  const { location, response } = await browser.go(authorization)
  if (uidOf(location) === '') throw new Error(`${response.status} ${location} ${await response.text()}`)
  const next = await consent(url, headers, uidOf(location), scopes)
  const last = await browser.go(next)
  if (last.location === '') throw new Error(`${last.response.status} ${await last.response.text()}`)
  return new URL(last.location)
}
