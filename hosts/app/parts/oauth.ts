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

const issuerOf = ({ BASE_URL }: Pick<Settings, 'BASE_URL'>): string => `${BASE_URL}${OAUTH_PATH}`

/** The authorization server of apps: ours, or the outside one. */
export const authorizationServerOf = (settings: Pick<Settings, 'BASE_URL' | 'OAUTH_ISSUER'>): string =>
  settings.OAUTH_ISSUER ?? issuerOf(settings)

/** The URLs that tokens are for. */
export const resourcesOf = ({ MCP_OAUTH_URL, BASE_URL }: Pick<Settings, 'MCP_OAUTH_URL' | 'BASE_URL'>) => ({
  mcp: MCP_OAUTH_URL,
  api: `${BASE_URL}/api/v1`,
})

/** Reads access tokens of our authorization server, or of an outside issuer. The adapter is loaded with the first token. */
function openAccessTokens(
  settings: Settings,
  log: Log,
  store: Store,
  clock: Clock,
  digest: Ports['digest'],
  background: Background,
  addressGuard: AddressGuard,
  fetchIssuer: Parts['fetchIssuer'],
): AccessTokens {
  const { OAUTH, OAUTH_ISSUER: issuer } = settings
  if (!OAUTH) return noAccessTokens
  const tokens = lazily(async () => {
    const parts = { clock, digest, background, resources: resourcesOf(settings) }
    const { opaqueAccessTokens, openIssuerAccessTokens } = await oauth()
    if (issuer === undefined) return opaqueAccessTokens({ ...parts, records: store.oauthRecords })
    const onError = (err: unknown) => log.warn({ err, issuer }, 'the authorization server is unreachable')
    return openIssuerAccessTokens({ ...parts, issuer, store, addressGuard, fetch: fetchIssuer, onError })
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
  if (!settings.OAUTH || settings.OAUTH_ISSUER !== undefined) return noAuthorizationServer
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
  const open: OpenOAuth = async (refusalPage) => {
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
      refusalPage,
      onError: (err) => log.error({ err }, 'the authorization server failed'),
    })
  }
  let provider: Lazy<OAuthProvider> | undefined
  return (refusalPage) => {
    provider ??= lazily(() => open(refusalPage))
    return provider.get()
  }
}

/** Sign-in for apps. */
export const oauthParts = (root: Root<Parts>) =>
  root
    .part('fetchIssuer', ['outgoing'], ({ fetchIssuer }) => fetchIssuer)
    .part(
      'accessTokens',
      ['settings', 'log', 'store', 'clock', 'digest', 'background', 'addressGuard', 'fetchIssuer'],
      openAccessTokens,
    )
    .part('authorizationServer', ['settings', 'store', 'clock', 'digest'], openAuthorizationServer)
    .part('fetchMetadata', ['outgoing'], ({ fetchDocument }) => fetchDocument)
    .part(
      'openOAuth',
      ['settings', 'log', 'store', 'clock', 'digest', 'pepper', 'addressGuard', 'fetchMetadata'],
      openOAuth,
    )
