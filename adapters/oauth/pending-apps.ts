import type { AppClient, OAuthRecords } from '@shortlink/core/ports'
import { errors } from 'oidc-provider'
import type { FixedClient } from './clients.ts'
import { grantableIn } from './grantable-in.ts'
import { INTERACTION, PENDING_APP } from './kinds.ts'
import type { StoredPending } from './recorded-authorization-server.ts'
import type { Refusal } from './refusals.ts'

export interface PendingAppParts {
  readonly records: OAuthRecords
  readonly digest: (text: string) => string
  /** The URL of the page that asks for consent. */
  readonly consentUrl: (uid: string) => string
  readonly clients: readonly FixedClient[]
}

/** The request of a client. Its types are declared here, because oidc-provider has no declarations. */
interface AuthorizationRequest {
  readonly client: {
    readonly clientId: string
    readonly clientName?: string
    readonly redirectUris: readonly string[]
    /** Set for clients with a metadata document. */
    readonly clientIdMetadataDocument?: true
  }
  readonly params: unknown
}

/** Stores the app of an authorization request, and returns the URL of the page that asks for consent. */
export async function storePendingApp(
  { records, clients, consentUrl }: PendingAppParts,
  request: AuthorizationRequest,
  uid: string,
  expSeconds: number,
): Promise<string> {
  const { resource, scope = '', redirect_uri: redirect } = request.params as Record<string, string>
  const app: StoredPending = {
    client: shownClient(request.client, clients),
    redirectHost: new URL(redirect as string).host,
    scopes: grantableIn(scope),
    resources: [resource ?? []].flat(),
  }
  if (app.scopes.length === 0) throw new errors.InvalidScope('none of the scopes exists', scope)
  const payload = JSON.stringify(app)
  await records.put({ kind: PENDING_APP, id: uid, grantId: null, uid: null, expiresAt: expSeconds * 1000, payload })
  return consentUrl(uid)
}

/** Characters of a name that are shown. */
const MAX_NAME_LENGTH = 100

function shownClient(client: AuthorizationRequest['client'], fixed: readonly FixedClient[]): AppClient {
  const { clientId: id, clientName, redirectUris } = client
  const host = client.clientIdMetadataDocument ? new URL(id).host : null
  const name = (clientName ?? '').replace(/[\p{C}\p{Z}]+/gu, ' ').trim()
  return {
    id,
    name: name.slice(0, MAX_NAME_LENGTH) || (host ?? URL.parse(redirectUris[0] ?? '')?.host ?? id),
    host,
    verified: host !== null || fixed.some(({ client_id }) => client_id === id),
  }
}

/**
 * Why a browser may not go on after an approval; undefined if it has the ticket of the approval. Another browser may have started the
 * request, to get the user to approve it.
 */
export async function ticketRefusal(
  { records, digest }: PendingAppParts,
  uid: string,
  ticket: unknown,
): Promise<Refusal | undefined> {
  const record = await records.find(INTERACTION, uid)
  if (record === undefined) return 'expired'
  const expected: unknown = JSON.parse(record.payload).ticket
  return typeof ticket === 'string' && digest(ticket) === expected ? undefined : 'other-browser'
}
