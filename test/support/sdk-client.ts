import { randomUUID } from 'node:crypto'
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { REDIRECT } from './oauth-app.ts'

/** How a client identifies itself: it registers, has a metadata document, or is known to the operator. */
export type Identity =
  | { readonly kind: 'registered' }
  | { readonly kind: 'document'; readonly url: string }
  | { readonly kind: 'fixed'; readonly client_id: string; readonly client_secret?: string }

/** The state of a client that signs in, as the official clients ask for it. The browser brings the answer to `redirect`. */
export function signInState(identity: Identity, redirect = REDIRECT) {
  const state = { authorization: '', verifier: '', saved: {} as Record<string, unknown>, tokens: undefined as unknown }
  const provider = {
    redirectUrl: redirect,
    ...(identity.kind === 'document' && { clientMetadataUrl: identity.url }),
    clientMetadata: { client_name: 'Official client', redirect_uris: [redirect] },
    state: () => randomUUID(),
    clientInformation: () => (identity.kind === 'fixed' ? identity : state.saved.client) as never,
    saveClientInformation: (client: unknown) => set(state.saved, 'client', client),
    tokens: () => state.tokens as never,
    // Called when the server refuses the refresh token; the user then signs in again.
    invalidateCredentials: () => set(state, 'tokens', undefined),
    saveTokens(tokens: unknown) {
      state.tokens = tokens
      // Kept for one sign-in: later the resource may name another authorization server.
      state.saved.discovery = undefined
    },
    redirectToAuthorization: (url: URL) => set(state, 'authorization', url.href),
    saveCodeVerifier: (verifier: string) => set(state, 'verifier', verifier),
    codeVerifier: () => state.verifier,
    saveDiscoveryState: (found: unknown) => set(state.saved, 'discovery', found),
    discoveryState: () => state.saved.discovery as never,
  }
  return { state, provider }
}

function set(target: Record<string, unknown>, name: string, value: unknown): void {
  target[name] = value
}

type Provider = ReturnType<typeof signInState>['provider']

interface SignIn {
  readonly address: URL
  readonly provider: Provider
  readonly fetch: typeof fetch
}

/** An official client: connects, and goes on with the answer that its user's browser brings. */
export interface OfficialClient {
  connect(): Promise<void>
  finish(answer: URLSearchParams): Promise<void>
  call(name: string, args: object): Promise<unknown>
  tools(): Promise<readonly string[]>
  close(): Promise<void>
}

const INFO = { name: 'official', version: '1.0.0' }

export const CLIENTS: Readonly<Record<'v1' | 'v2', (signIn: SignIn) => OfficialClient>> = {
  v1({ address, provider, fetch }) {
    const transport = () => new StreamableHTTPClientTransport(address, { authProvider: provider, fetch })
    let client = new Client(INFO)
    return {
      async connect() {
        client = new Client(INFO)
        await client.connect(transport() as Transport)
      },
      finish: (answer) => transport().finishAuth(answer.get('code') ?? ''),
      call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })).structuredContent,
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      close: () => client.close(),
    }
  },
  v2({ address, provider, fetch }) {
    const transport = () => new ModernTransport(address, { authProvider: provider, fetch })
    const make = () => new ModernClient(INFO, { versionNegotiation: { mode: 'auto' } })
    let client = make()
    return {
      async connect() {
        client = make()
        await client.connect(transport())
      },
      finish: (answer) => transport().finishAuth(answer),
      call: async (name, args) => (await client.callTool({ name, arguments: { ...args } })).structuredContent,
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      close: () => client.close(),
    }
  },
}
