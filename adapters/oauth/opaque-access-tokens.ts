import type { UserId } from '@shortlink/core'
import { APP_IDLE_MS, CONNECTED_APP } from '@shortlink/core/adapter'
import type { AccessTokens, Background, Clock, OAuthRecords } from '@shortlink/core/ports'
import { grantableIn } from './grantable-in.ts'
import { ACCESS_TOKEN } from './kinds.ts'
import { prolongApp } from './record-adapter.ts'
import type { Resources } from './resources.ts'

interface TokenParts {
  readonly records: OAuthRecords
  readonly clock: Clock
  readonly digest: (text: string) => string
  readonly background: Background
  readonly resources: Resources
}

/** 256 random bits, in the alphabet of base64url. */
const TOKEN = /^[\w-]{43}$/
/** The last use of an app is written at most this often. */
const TOUCH_INTERVAL_MS = 60_000

/** The stored claims of a token. */
interface Claims {
  readonly accountId: string
  readonly clientId: string
  readonly grantId: string
  readonly aud?: string | readonly string[]
  readonly scope?: string
}

/** Access tokens of our authorization server. Each read asks the store, so a disconnected app ends at once on every replica. */
export function opaqueAccessTokens({ records, digest, background, resources }: TokenParts): AccessTokens {
  return {
    async read(token, now, audience) {
      if (!TOKEN.test(token)) return undefined
      const record = await records.find(ACCESS_TOKEN, digest(token))
      const expiresAt = record?.expiresAt ?? 0
      if (record === undefined || expiresAt <= now) return undefined
      const { accountId, clientId, grantId, aud, scope = '' } = JSON.parse(record.payload) as Claims
      if (aud !== resources[audience]) return undefined
      const app = await records.find(CONNECTED_APP, grantId)
      const idleAt = app?.expiresAt ?? 0
      if (idleAt <= now) return undefined
      const until = now + APP_IDLE_MS
      if (until - idleAt >= TOUCH_INTERVAL_MS)
        background.run('note app use', () => prolongApp(records, { grantId, clientId }, until))
      return { owner: accountId as UserId, grantId, clientId, scopes: grantableIn(scope), expiresAt }
    },
  }
}
