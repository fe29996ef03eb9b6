import { anonymous, type Caller, rejected } from '../kernel/caller.ts'
import type { Ports } from '../ports.ts'
import { API_KEY_PREFIX } from './api-key.ts'
import type { TokenPlace } from './credentials.port.ts'

type AuthPorts = Pick<Ports, 'store' | 'tokens' | 'secrets' | 'clock' | 'background'>

/** {@link API_KEY_PREFIX} and 32 characters of base58. */
const API_KEY = /^sl_live_[1-9A-HJ-NP-Za-km-z]{32}$/
/** `lastUsedAt` is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000

const REJECTED_KEY: Caller = { ...rejected, credential: 'API key' }
const REJECTED_TOKEN: Caller = { ...rejected, credential: 'session token' }

/** The credentials of a request: a bearer token, an API key, or a session cookie. */
export interface Credentials {
  readonly bearer?: string | undefined
  readonly apiKey?: string | undefined
  /** Only without the others. */
  readonly cookie?: string | undefined
}

/**
 * Identifies the caller by the API key if it is valid, otherwise by the bearer token. With invalid credentials only, the caller is
 * `rejected`. If both the key and a session token are valid, the token is returned as `session`, so that logging out can revoke it.
 */
export async function authenticate(ports: AuthPorts, { bearer, apiKey, cookie }: Credentials): Promise<Caller> {
  if (cookie !== undefined) return bySession(ports, cookie, 'cookie')
  const byKey = apiKey === undefined ? anonymous : await byApiKey(ports, apiKey)
  if (bearer === undefined) return byKey
  const byBearer = await (bearer.startsWith(API_KEY_PREFIX)
    ? byApiKey(ports, bearer)
    : bySession(ports, bearer, 'bearer'))
  if (byKey.kind === 'anonymous') return byBearer
  return byBearer.kind === 'user' && byBearer.via.kind === 'session' ? { ...byKey, session: byBearer.via } : byKey
}

async function byApiKey({ store, secrets, clock, background }: AuthPorts, secret: string): Promise<Caller> {
  if (!API_KEY.test(secret)) return REJECTED_KEY
  const digest = secrets.digest(secret)
  const key = await store.apiKeys.findByDigest(digest)
  const now = clock.now()
  if (key === undefined || !secrets.equal(key.digest, digest)) return REJECTED_KEY
  if (key.expiresAt !== null && key.expiresAt <= now) return REJECTED_KEY
  const unlessAfter = now - TOUCH_INTERVAL_MS
  if (key.lastUsedAt === null || key.lastUsedAt <= unlessAfter) {
    background.run('note API key use', () => store.apiKeys.touch(key.id, now, unlessAfter))
  }
  return { kind: 'user', userId: key.owner, via: { kind: 'api-key', keyId: key.id, expiresAt: key.expiresAt } }
}

async function bySession({ store, tokens, clock }: AuthPorts, token: string, place: TokenPlace): Promise<Caller> {
  const claims = await tokens.read(token, clock.now(), place)
  if (claims === undefined) return REJECTED_TOKEN
  const [account, revoked] = await Promise.all([
    store.users.find(claims.userId),
    store.revokedTokens.has(claims.tokenId),
  ])
  if (account === undefined || revoked || account.epoch !== claims.epoch || account.disabledAt !== null)
    return REJECTED_TOKEN
  return {
    kind: 'user',
    userId: claims.userId,
    via: { kind: 'session', tokenId: claims.tokenId, expiresAt: claims.expiresAt },
  }
}
