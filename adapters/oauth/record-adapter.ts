import { APP_IDLE_MS, CONNECTED_APP } from '@shortlink/core/adapter'
import type { Clock, OAuthRecord, OAuthRecords } from '@shortlink/core/ports'
import { ACCESS_TOKEN, CLIENT, GRANT, isSecret, SESSION } from './kinds.ts'

/** How long a client that registered itself is kept until an account connects it. */
const UNUSED_CLIENT_MS = 24 * 60 * 60 * 1000

export type Payload = Readonly<Record<string, unknown>> & { readonly grantId?: string; readonly clientId?: string }

export interface RecordParts {
  readonly records: OAuthRecords
  readonly clock: Clock
  readonly digest: (text: string) => string
  /** The error of the second use of a code or token. */
  readonly alreadyUsed: () => Error
}

/** One kind of records, in the form that the library asks for. */
export function recordAdapter(kind: string, { records, clock, digest, alreadyUsed }: RecordParts) {
  const idOf = (id: string) => (isSecret(kind) ? digest(id) : id)

  function toPayload(id: string, record: OAuthRecord | undefined): Payload | undefined {
    if (record === undefined || (record.expiresAt !== null && record.expiresAt <= clock.now())) return undefined
    const payload = JSON.parse(record.payload) as Payload
    if (kind === CLIENT) return payload
    return {
      ...payload,
      jti: id,
      // The expiration of a grant moves with its use.
      ...(record.expiresAt !== null && { exp: Math.floor(record.expiresAt / 1000) }),
      ...(record.consumedAt !== null && { consumed: Math.floor(record.consumedAt / 1000) }),
    }
  }

  return {
    async upsert(id: string, { jti: _, ...payload }: Payload, expiresInSeconds?: number): Promise<void> {
      // Each request asks for consent, so no session continues.
      if (kind === SESSION) return
      const ttlMs = kind === CLIENT ? UNUSED_CLIENT_MS : expiresInSeconds === undefined ? null : expiresInSeconds * 1000
      await records.put({
        kind,
        id: idOf(id),
        grantId: payload.grantId ?? null,
        uid: null,
        expiresAt: ttlMs === null ? null : clock.now() + ttlMs,
        payload: JSON.stringify(payload),
      })
      if (kind === ACCESS_TOKEN) await prolongApp(records, payload, clock.now() + APP_IDLE_MS)
    },

    async find(id: string): Promise<Payload | undefined> {
      return kind === SESSION ? undefined : toPayload(id, await records.find(kind, idOf(id)))
    },

    /** Only sessions and device codes are looked up by these, and none is stored. */
    async findByUid(): Promise<undefined> {},
    async findByUserCode(): Promise<undefined> {},

    /** The first of racing exchanges wins. The others end the grant, since two clients have the secret (RFC 9700, 4.14.2). */
    async consume(id: string): Promise<void> {
      if (await records.consume(kind, idOf(id), clock.now())) return
      const grantId = (await records.find(kind, idOf(id)))?.grantId
      if (grantId != null) await records.revokeGrant(grantId)
      throw alreadyUsed()
    },

    async destroy(id: string): Promise<void> {
      await records.remove(kind, idOf(id))
    },

    revokeByGrantId: (grantId: string) => records.revokeGrant(grantId),
  }
}

/** Notes the use of an app: it, its grant and its client are kept for longer. */
export async function prolongApp(
  records: Pick<OAuthRecords, 'prolong'>,
  { grantId, clientId }: Pick<Payload, 'grantId' | 'clientId'>,
  until: number,
): Promise<void> {
  if (grantId === undefined) return
  await records.prolong(CONNECTED_APP, grantId, until)
  await records.prolong(GRANT, grantId, until)
  if (clientId !== undefined) await records.prolong(CLIENT, clientId, until)
}
