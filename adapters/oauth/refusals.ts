import { errors } from 'oidc-provider'

/** Why a browser that an app has sent gets a page instead of going back to the app. */
export type Refusal =
  | 'unregistered-redirect'
  | 'unknown-app'
  | 'unreadable-document'
  | 'expired'
  | 'other-browser'
  | 'failed'
  | 'invalid-request'

/** Creates the error page of a refusal. `code` is OAuth's error code, for the developer of the app. */
export type RefusalPage = (
  status: number,
  refusal: Refusal,
  code: string | undefined,
) => { readonly headers: Readonly<Record<string, string>>; readonly body: string }

/** A request and its response. Its type is declared here, because oidc-provider has no declarations. */
interface Exchange {
  readonly status: number
  body: unknown
  readonly query: Readonly<Record<string, unknown>>
  set(headers: Readonly<Record<string, string>>): void
}

/** Sends the page of a refusal. */
export function sendRefusal(ctx: Exchange, page: RefusalPage, refusal: Refusal, code?: string): void {
  const { headers, body } = page(ctx.status, refusal, code)
  ctx.set(headers)
  ctx.body = body
}

/** Why the library refuses a request of a browser. */
export function refusalOf(ctx: Pick<Exchange, 'query'>, code: string, error: unknown): Refusal {
  if (error instanceof errors.SessionNotFound) return 'expired'
  if (code === 'invalid_redirect_uri') return 'unregistered-redirect'
  if (code === 'invalid_client_metadata') return 'unreadable-document'
  if (code === 'invalid_client') return isDocument(ctx.query.client_id) ? 'unreadable-document' : 'unknown-app'
  return code === 'server_error' ? 'failed' : 'invalid-request'
}

/** Whether a client is named by the URL of its metadata document. */
const isDocument = (clientId: unknown) => typeof clientId === 'string' && URL.canParse(clientId)
