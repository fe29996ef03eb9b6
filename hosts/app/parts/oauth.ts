import { randomBytes } from 'node:crypto'
import type { OAuthProvider } from '@shortlink/adapters/oauth'
import { noAccessTokens, noAuthorizationServer } from '@shortlink/core/host'
import type {
  AccessTokens,
  AddressGuard,
  AuthorizationServer,
  Background,
  Clock,
  Ports,
  Store,
} from '@shortlink/core/ports'
import { type Lazy, lazily } from '../../kit/lazily.ts'
import type { Log } from '../../kit/log.ts'
import type { Root } from '../root.ts'
import type { Settings } from '../settings/settings.ts'
import type { OpenOAuth, Parts } from './types.ts'

const oauth = () => import('@shortlink/adapters/oauth')

/** The path of the authorization server. */
export const OAUTH_PATH = '/oauth'

export const issuerOf = ({ BASE_URL }: Pick<Settings, 'BASE_URL'>): string => `${BASE_URL}${OAUTH_PATH}`

/** The URLs that tokens are for. */
export const resourcesOf = ({ MCP_OAUTH_URL, BASE_URL }: Pick<Settings, 'MCP_OAUTH_URL' | 'BASE_URL'>) => ({
  mcp: MCP_OAUTH_URL,
  api: `${BASE_URL}/api/v1`,
})

/** Reads access tokens of our authorization server. The adapter is loaded with the first token. */
function openAccessTokens(
  settings: Settings,
  { oauthRecords: records }: Store,
  clock: Clock,
  digest: Ports['digest'],
  background: Background,
): AccessTokens {
  if (!settings.OAUTH) return noAccessTokens
  const tokens = lazily(async () => {
    const { opaqueAccessTokens } = await oauth()
    return opaqueAccessTokens({ records, clock, digest, background, resources: resourcesOf(settings) })
  })
  return { read: async (...token) => (await tokens.get()).read(...token) }
}

/** Answers apps that wait for consent. */
function openAuthorizationServer(
  settings: Settings,
  { oauthRecords: records }: Store,
  clock: Clock,
  digest: Ports['digest'],
): AuthorizationServer {
  if (!settings.OAUTH) return noAuthorizationServer
  const server = lazily(async () => {
    const { recordedAuthorizationServer } = await oauth()
    const secret = () => randomBytes(32).toString('base64url')
    return recordedAuthorizationServer({ records, clock, digest, secret })
  })
  return {
    findPending: async (uid) => (await server.get()).findPending(uid),
    approve: async (uid, consent) => (await server.get()).approve(uid, consent),
    deny: async (uid) => (await server.get()).deny(uid),
  }
}

/** Prepares the authorization server itself, whose library takes as long to load as all APIs. */
function openOAuth(
  settings: Settings,
  log: Log,
  { oauthRecords: records, users }: Store,
  clock: Clock,
  digest: Ports['digest'],
  pepper: string,
  addressGuard: AddressGuard,
  fetchMetadata: (url: string) => Promise<Response>,
): OpenOAuth {
  const { APP_URL, OAUTH_DCR, OAUTH_CLIENTS, APIKEY_PEPPER_PREVIOUS } = settings
  const open: OpenOAuth = async (errorPage) => {
    const { openOAuthProvider, derivedKeys } = await oauth()
    return openOAuthProvider({
      ...{ records, clock, digest, addressGuard },
      issuer: issuerOf(settings),
      resources: resourcesOf(settings),
      keys: derivedKeys(pepper, APIKEY_PEPPER_PREVIOUS),
      hasAccount: async (id) => (await users.find(id as Parameters<typeof users.find>[0]))?.disabledAt === null,
      consentUrl: (uid) => `${APP_URL}/dash/connect/${uid}`,
      allowsRegistration: OAUTH_DCR,
      clients: OAUTH_CLIENTS,
      fetch: fetchMetadata,
      errorPage,
      onError: (err) => log.error({ err }, 'the authorization server failed'),
    })
  }
  let provider: Lazy<OAuthProvider> | undefined
  return (errorPage) => {
    provider ??= lazily(() => open(errorPage))
    return provider.get()
  }
}

/** Sign-in for apps. */
export const oauthParts = (root: Root<Parts>) =>
  root
    .part('accessTokens', ['settings', 'store', 'clock', 'digest', 'background'], openAccessTokens)
    .part('authorizationServer', ['settings', 'store', 'clock', 'digest'], openAuthorizationServer)
    .part('fetchMetadata', ['outgoing'], ({ fetchDocument }) => fetchDocument)
    .part(
      'openOAuth',
      ['settings', 'log', 'store', 'clock', 'digest', 'pepper', 'addressGuard', 'fetchMetadata'],
      openOAuth,
    )
