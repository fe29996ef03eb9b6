import type { IncomingMessage, ServerResponse } from 'node:http'
import { APP_IDLE_MS, GRANTABLE_SCOPES } from '@shortlink/core/adapter'
import type { AddressGuard, Clock } from '@shortlink/core/ports'
import Provider, { type Client, errors, interactionPolicy, type KoaContext } from 'oidc-provider'
import { hasRedirect, readRegistration } from './clients.ts'
import type { OAuthKeys } from './derived-keys.ts'
import { grantableIn } from './grantable-in.ts'
import { type PendingAppParts, storePendingApp, ticketRefusal } from './pending-apps.ts'
import { recordAdapter } from './record-adapter.ts'
import { TICKET } from './recorded-authorization-server.ts'
import { type RefusalPage, refusalOf, sendRefusal } from './refusals.ts'
import type { Resources } from './resources.ts'

export interface ProviderParts extends PendingAppParts {
  readonly issuer: string
  readonly resources: Resources
  readonly keys: OAuthKeys
  readonly clock: Clock
  /** Whether an account exists and is enabled. */
  readonly hasAccount: (id: string) => Promise<boolean>
  /** Whether clients may register themselves. */
  readonly allowsRegistration: boolean
  readonly addressGuard: AddressGuard
  /** Fetches metadata documents of clients, from public addresses only. */
  readonly fetch: (url: string) => Promise<Response>
  readonly refusalPage: RefusalPage
  readonly onError: (error: unknown) => void
}

/** The authorization server as a handler of node:http, for paths below the issuer's. */
export interface OAuthProvider {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Reads the metadata of a client that registers itself; a text says why it is refused. */
  readonly readRegistration: typeof readRegistration
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
/** Bytes of a client's metadata document. */
export const MAX_DOCUMENT_BYTES = 5 * 1024

/** Creates the authorization server. */
export function createProvider(parts: ProviderParts): OAuthProvider {
  const { issuer, records, clock, digest, keys } = parts
  const mountPath = new URL(issuer).pathname
  const alreadyUsed = () => new errors.InvalidGrant('already used')
  const provider = new Provider(issuer, {
    adapter: (kind: string) => recordAdapter(kind, { records, clock, digest, alreadyUsed }),
    jwks: { keys: keys.signing },
    cookies: { keys: keys.cookies },
    ...CLIENT_RULES,
    clients: parts.clients.map((client) => ({
      ...client,
      token_endpoint_auth_method: client.client_secret === undefined ? 'none' : 'client_secret_basic',
    })),
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    scopes: GRANTABLE_SCOPES,
    discovery: { scopes_supported: GRANTABLE_SCOPES },
    claims: {},
    features: featuresOf(parts),
    fetch: parts.fetch,
    fetchResponseBodyLimits: { 'client_id metadata document': MAX_DOCUMENT_BYTES },
    routes: {
      authorization: '/authorize',
      token: '/token',
      registration: '/register',
      revocation: '/revoke',
      jwks: '/jwks',
    },
    ttl: {
      AccessToken: HOUR_S,
      AuthorizationCode: MINUTE_S,
      Grant: APP_IDLE_MS / 1000,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      RefreshToken: APP_IDLE_MS / 1000,
      Session: HOUR_S,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_ctx: KoaContext, client: Client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    findAccount: async (_ctx: KoaContext, id: string) =>
      (await parts.hasAccount(id)) ? { accountId: id, claims: async () => ({ sub: id }) } : undefined,
    loadExistingGrant: async ({ oidc }: KoaContext) => {
      const id = oidc.result?.consent?.grantId
      return id === undefined ? undefined : oidc.provider.Grant.find(id)
    },
    interactions: {
      policy: alwaysAsks(),
      url: ({ oidc }: KoaContext, { uid, exp }: { uid: string; exp: number }) => storePendingApp(parts, oidc, uid, exp),
    },
    renderError(ctx: KoaContext, { error: code }: { error: string }, error: unknown) {
      sendRefusal(ctx, parts.refusalPage, refusalOf(ctx, code, error), code)
    },
  })
  provider.proxy = true
  provider.on('server_error', (_ctx: KoaContext, error: unknown) => parts.onError(error))
  const { redirectUriAllowed } = provider.Client.prototype
  provider.Client.prototype.redirectUriAllowed = function allowed(this: Client, uri: string) {
    return redirectUriAllowed.call(this, uri) || hasRedirect(this.redirectUris, uri)
  }
  provider.use(async (ctx: KoaContext, next: () => Promise<void>) => {
    ctx.mountPath = mountPath
    if (ctx.path === '/authorize') ctx.query = { ...ctx.query, scope: requestedScopes(ctx.query.scope) }
    const uid = /^\/authorize\/([\w-]+)$/.exec(ctx.path)?.[1]
    const refusal = uid === undefined ? undefined : await ticketRefusal(parts, uid, ctx.query[TICKET])
    if (refusal === undefined) return next()
    ctx.status = 400
    sendRefusal(ctx, parts.refusalPage, refusal)
  })
  const handle = provider.callback()
  return { handle: async (request, response) => void (await handle(request, response)), readRegistration }
}

/**
 * The scopes to ask the user for: all if the client names none. Without a scope of ours, `openid`, `offline_access` and the like stay, and
 * the request is refused.
 */
function requestedScopes(requested: unknown): string {
  if (typeof requested !== 'string' || requested === '') return GRANTABLE_SCOPES.join(' ')
  return grantableIn(requested).join(' ') || requested
}

/** Only codes with PKCE, for clients without a secret unless the operator gave them one. */
const CLIENT_RULES = {
  responseTypes: ['code'],
  pkce: { required: () => true },
  clientDefaults: {
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    id_token_signed_response_alg: 'EdDSA',
  },
  enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
  allowOmittingSingleRegisteredRedirectUri: false,
}

function featuresOf({ resources, allowsRegistration, addressGuard }: ProviderParts) {
  const known = Object.values(resources)
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
    revocation: {
      enabled: true,
      allowedPolicy: (_ctx: KoaContext, client: Client, token: { readonly clientId?: string }) =>
        token.clientId === client.clientId,
    },
    registration: { enabled: allowsRegistration, issueRegistrationAccessToken: false },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: async (_ctx: KoaContext, url: string) => (await addressGuard.objection(url)) === undefined,
      cacheDuration: { min: MINUTE_S, max: 24 * HOUR_S },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx: KoaContext, _client: Client, oneOf?: readonly string[]) => {
        if (oneOf) return oneOf
        throw new errors.InvalidTarget('resource is required')
      },
      useGrantedResource: () => true,
      getResourceServerInfo(_ctx: KoaContext, resource: string) {
        if (!known.includes(resource)) throw new errors.InvalidTarget('resource must be an address of this service')
        return {
          scope: GRANTABLE_SCOPES.join(' '),
          audience: resource,
          accessTokenTTL: HOUR_S,
          accessTokenFormat: 'opaque',
        }
      },
    },
  }
}

/** Asks for consent at every request: an earlier consent does not cover a request that the user has not seen. */
function alwaysAsks() {
  const { Prompt, Check } = interactionPolicy
  const isAnswered = ({ oidc }: KoaContext) => oidc.result?.consent?.grantId !== undefined
  const check = new Check('not_answered', 'consent is required', 'consent_required', (ctx: KoaContext) =>
    isAnswered(ctx) ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  return [new Prompt({ name: 'login', requestable: true }), new Prompt({ name: 'consent', requestable: true }, check)]
}
