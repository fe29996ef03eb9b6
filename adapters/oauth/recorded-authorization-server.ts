import type { AuthorizationServer, Clock, Consent, OAuthRecord, OAuthRecords, PendingApp } from '@shortlink/core/ports'
import { CLIENT, GRANT, INTERACTION, PENDING_APP } from './kinds.ts'

interface ServerParts {
  readonly records: OAuthRecords
  readonly clock: Clock
  readonly digest: (text: string) => string
  /** A new secret text. */
  readonly secret: () => string
}

/** An app that waits, as it is stored. */
export interface StoredPending extends Omit<PendingApp, 'expiresAt'> {
  /** The addresses that its tokens will be for. */
  readonly resources: readonly string[]
}

/** The parameter of the URL after an answer, that only the browser of the answer knows. */
export const TICKET = 'ticket'

/** Answers apps by their records, which any replica can do, without the library. */
export function recordedAuthorizationServer({ records, clock, digest, secret }: ServerParts): AuthorizationServer {
  const find = async (uid: string): Promise<OAuthRecord | undefined> => {
    const record = await records.find(PENDING_APP, uid)
    const isOpen = record?.consumedAt === null && (record.expiresAt ?? 0) > clock.now()
    return isOpen ? record : undefined
  }

  /** Stores the result and returns the URL, unless another answer came first. */
  async function answer(uid: string, resultOf: (app: StoredPending) => Promise<object>): Promise<string | undefined> {
    const [pending, interaction] = [await find(uid), await records.find(INTERACTION, uid)]
    if (pending === undefined || interaction === undefined) return undefined
    if (!(await records.consume(PENDING_APP, uid, clock.now()))) return undefined
    const ticket = secret()
    const result = await resultOf(JSON.parse(pending.payload))
    const payload = { ...JSON.parse(interaction.payload), result, ticket: digest(ticket) }
    await records.put({ ...interaction, payload: JSON.stringify(payload) })
    const url = new URL(payload.returnTo)
    url.searchParams.set(TICKET, ticket)
    return url.href
  }

  return {
    async findPending(uid) {
      const record = await find(uid)
      if (record === undefined) return undefined
      const { resources: _, ...app } = JSON.parse(record.payload) as StoredPending
      return { ...app, expiresAt: record.expiresAt ?? 0 }
    },

    approve: (uid, consent) =>
      answer(uid, async ({ client, resources }) => {
        await putGrant(consent, client.id, resources)
        return { login: { accountId: consent.owner, remember: false }, consent: { grantId: consent.grantId } }
      }),

    deny: (uid) =>
      answer(uid, async () => ({ error: 'access_denied', error_description: 'The user has refused the access' })),
  }

  /** The grant in the form that the library reads. The client is kept as long as the grant. */
  async function putGrant(
    { owner, grantId, scopes, expiresAt }: Consent,
    clientId: string,
    resources: readonly string[],
  ) {
    const scope = scopes.join(' ')
    const payload = {
      kind: GRANT,
      accountId: owner,
      clientId,
      resources: Object.fromEntries(resources.map((resource) => [resource, scope])),
      iat: Math.floor(clock.now() / 1000),
    }
    await records.put({ kind: GRANT, id: grantId, grantId, uid: null, expiresAt, payload: JSON.stringify(payload) })
    await records.prolong(CLIENT, clientId, expiresAt)
  }
}
