import { createHash } from 'node:crypto'
import { appBrowser, connectIn } from './app-browser.ts'

/** The verifier of every test's PKCE challenge. */
const VERIFIER = 'verifier-of-tests-that-is-long-enough-for-pkce'
export const REDIRECT = 'http://localhost:9/callback'
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

type Fields = Readonly<Record<string, string | undefined>>
type Headers = Record<string, string>

export interface TokenAnswer {
  readonly status: number
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
  readonly error?: string
}

const defined = (fields: Fields) =>
  Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)

/** The public address of a test server, which is the issuer of its tokens. */
export const publicUrl = (url: string): string => url.replace('127.0.0.1', 'localhost')

/** Registers a client. */
export async function registered(url: string, fields: object = {}, headers: Headers = {}) {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ client_name: 'An app', redirect_uris: [REDIRECT], ...fields }),
  })
  return { status: response.status, ...((await response.json()) as { client_id: string; error?: string }) }
}

/** The address that opens the consent of a client; `undefined` leaves a parameter out. */
export function authorizationUrl(url: string, clientId: string, given: Fields = {}): string {
  const base = publicUrl(url)
  const fields: Fields = {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: REDIRECT,
    state: 'state-of-tests',
    code_challenge: challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    resource: `${base}/mcp/oauth`,
    ...given,
  }
  return `${base}/oauth/authorize?${new URLSearchParams(defined(fields))}`
}

/** Asks the token endpoint. */
export async function askToken(url: string, fields: Fields, headers: Headers = {}): Promise<TokenAnswer> {
  const response = await fetch(`${publicUrl(url)}/oauth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(defined(fields)),
  })
  return { status: response.status, ...((await response.json()) as Omit<TokenAnswer, 'status'>) }
}

export const exchange = (
  url: string,
  clientId: string,
  code: string | null,
  given: Fields = {},
): Promise<TokenAnswer> =>
  askToken(url, {
    grant_type: 'authorization_code',
    client_id: clientId,
    code: code ?? '',
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
    ...given,
  })

export const refresh = (url: string, clientId: string, token: string, given: Fields = {}): Promise<TokenAnswer> =>
  askToken(url, { grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...given })

/** Connects a newly registered app to an account, and returns its tokens. */
export async function connectedApp(url: string, headers: Headers, given: Fields = {}, scopes?: readonly string[]) {
  const { client_id: clientId } = await registered(url)
  const authorization = authorizationUrl(url, clientId, given)
  const answer = await connectIn(appBrowser(), { url, headers, authorization, ...(scopes && { scopes }) })
  return { clientId, ...(await exchange(url, clientId, answer.searchParams.get('code'))) }
}

/** Calls MCP with a token, and returns the status. */
export async function mcpStatus(url: string, token: string, path = '/mcp/oauth'): Promise<number> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'app', version: '1' } },
    }),
  })
  await response.body?.cancel()
  return response.status
}
