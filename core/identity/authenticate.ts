import { anonymous, type Caller, type RequestClient, rejected } from '../kernel/caller.ts'
import { networkBlock } from '../kernel/ip-address.ts'
import { scopeSet } from '../kernel/scopes.ts'
import type { Ports } from '../ports.ts'
import type { TokenAudience } from './apps/access-tokens.port.ts'
import { grantable } from './apps/connected-app.ts'
import type { TokenPlace } from './credentials.port.ts'
import { API_KEY_PREFIX } from './keys/api-key.ts'
import { pepperId } from './keys/pepper-id.ts'
import { recordOf } from './sessions/session.ts'

type AuthPorts = Pick<Ports, 'store' | 'tokens' | 'accessTokens' | 'secrets' | 'clock' | 'background' | 'visitors'>

/** {@link API_KEY_PREFIX} and 32 characters of base58. */
const API_KEY = /^sl_live_[1-9A-HJ-NP-Za-km-z]{32}$/
/** The last use of a key or session is written at most this often. */
const TOUCH_INTERVAL_MS = { key: 60_000, session: 5 * 60_000 }

const REJECTED_KEY: Caller = { ...rejected, credential: 'API key' }
const REJECTED_TOKEN: Caller = { ...rejected, credential: 'session token' }

/** The credentials of a request: a bearer token (of a session or an app), an API key, or a session cookie. */
export interface Credentials {
  readonly bearer?: string | undefined
  readonly apiKey?: string | undefined
  /** Only without the others. */
  readonly cookie?: string | undefined
  /** The purpose that access tokens of apps must have; `api` by default. */
  readonly audience?: TokenAudience | undefined
  /** The program that sent them. */
  readonly client?: RequestClient | undefined
}

/**
 * Identifies the caller by the API key if it is valid, otherwise by the bearer token. With invalid credentials only, the caller is
 * `rejected`. If both the key and a session token are valid, the token is returned as `session`, so that logging out can revoke it.
 */
export async function authenticate(ports: AuthPorts, credentials: Credentials): Promise<Caller> {
  const caller = await identify(ports, credentials)
  if (credentials.client === undefined || caller.kind === 'operator') return caller
  return { ...caller, client: credentials.client }
}

async function identify(
  ports: AuthPorts,
  { bearer, apiKey, cookie, audience = 'api', client }: Credentials,
): Promise<Caller> {
  if (cookie !== undefined) return bySession(ports, cookie, 'cookie', client)
  const byKey = apiKey === undefined ? anonymous : await byApiKey(ports, apiKey, client)
  if (bearer === undefined) return byKey
  const byBearer = await (bearer.startsWith(API_KEY_PREFIX)
    ? byApiKey(ports, bearer, client)
    : byToken(ports, bearer, audience, client))
  if (byKey.kind !== 'user') return byBearer
  return byBearer.kind === 'user' && byBearer.via.kind === 'session' ? { ...byKey, session: byBearer.via } : byKey
}

async function byApiKey(
  { store, secrets, clock, background }: AuthPorts,
  secret: string,
  client: RequestClient | undefined,
): Promise<Caller> {
  if (!API_KEY.test(secret)) return REJECTED_KEY
  const digest = secrets.digest(secret)
  const previous = secrets.previousDigest?.(secret)
  const key = await store.apiKeys.findByDigest(digest, previous)
  const now = clock.now()
  if (key === undefined || ![digest, previous ?? digest].some((known) => secrets.equal(key.digest, known)))
    return REJECTED_KEY
  if (key.expiresAt !== null && key.expiresAt <= now) return REJECTED_KEY
  const unlessAfter = now - TOUCH_INTERVAL_MS.key
  if (key.lastUsedAt === null || key.lastUsedAt <= unlessAfter) {
    background.run('note API key use', async () => {
      const network = client ? networkBlock(client.ip) : null
      await store.apiKeys.touch(key.id, { at: now, network }, unlessAfter)
      const pepper = pepperId(secrets)
      if (previous !== undefined && key.pepper !== pepper) await store.apiKeys.move({ ...key, digest, pepper })
    })
  }
  const { id: keyId, owner, expiresAt, scopes, targetHosts } = key
  return {
    kind: 'user',
    userId: owner,
    owner,
    via: { kind: 'api-key', keyId, expiresAt, scopes: scopeSet(scopes), targetHosts },
  }
}

/** By the token of a session, or of an app. */
async function byToken(
  ports: AuthPorts,
  bearer: string,
  audience: TokenAudience,
  client: RequestClient | undefined,
): Promise<Caller> {
  const bySessionToken = await bySession(ports, bearer, 'bearer', client)
  if (bySessionToken.kind === 'user') return bySessionToken
  const token = await ports.accessTokens.read(bearer, ports.clock.now(), audience)
  if (token === undefined) return bySessionToken
  if ('refusal' in token) return { ...rejected, credential: 'access token', refusal: token.refusal }
  const account = await ports.store.users.find(token.owner)
  if (account === undefined || account.disabledAt !== null) return bySessionToken
  const { owner, grantId, clientId, expiresAt } = token
  const scopes = scopeSet(grantable(token.scopes))
  return { kind: 'user', userId: owner, owner, via: { kind: 'app', grantId, clientId, expiresAt, scopes } }
}

async function bySession(
  ports: AuthPorts,
  token: string,
  place: TokenPlace,
  client: RequestClient | undefined,
): Promise<Caller> {
  const { store, tokens, clock, background } = ports
  const now = clock.now()
  const claims = await tokens.read(token, now, place)
  if (claims === undefined) return REJECTED_TOKEN
  const { userId, tokenId, expiresAt } = claims
  const [account, { isRevoked, record }] = await Promise.all([store.users.find(userId), store.sessions.find(tokenId)])
  // The record of a session that outlived the end of the others has a later epoch than its tokens.
  const epoch = record?.epoch ?? claims.epoch
  const isOfEpoch = account?.epoch === epoch && claims.epoch <= epoch
  if (account === undefined || isRevoked || !isOfEpoch || account.disabledAt !== null) return REJECTED_TOKEN
  const unlessAfter = now - TOUCH_INTERVAL_MS.session
  if (record === null || record.lastUsedAt <= unlessAfter) {
    const use = () => recordOf(ports, { ...claims, epoch }, client)
    background.run('note session use', () => store.sessions.touch(use(), unlessAfter))
  }
  const via = { kind: 'session', tokenId, epoch, expiresAt, role: account.role } as const
  return { kind: 'user', userId, owner: userId, via }
}
