/** The parts of oidc-provider that the adapter uses; the package has no declarations. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export interface Client {
    readonly clientId: string
    readonly clientName?: string
    readonly redirectUris: readonly string[]
    /** Set for clients with a metadata document. */
    readonly clientIdMetadataDocument?: true
    grantTypeAllowed(type: string): boolean
    redirectUriAllowed(uri: string): boolean
  }

  export interface KoaContext {
    status: number
    type: string
    body: unknown
    path: string
    query: Record<string, unknown>
    mountPath?: string
    set(headers: Readonly<Record<string, string>>): void
    readonly oidc: {
      readonly client: Client
      readonly params: unknown
      readonly provider: Provider
      readonly result?: { readonly consent?: { readonly grantId?: string } }
    }
  }

  type Middleware = (ctx: KoaContext, next: () => Promise<void>) => Promise<void>

  export default class Provider {
    constructor(issuer: string, configuration: object)
    proxy: boolean
    readonly Client: { readonly prototype: Client }
    readonly Grant: { find(id: string): Promise<object | undefined> }
    use(middleware: Middleware): void
    on(event: string, listener: (ctx: KoaContext, error: unknown) => void): void
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<unknown>
  }

  type ErrorClass = new (description?: string, detail?: string) => Error
  export const errors: Readonly<
    Record<'InvalidGrant' | 'InvalidScope' | 'InvalidTarget' | 'SessionNotFound', ErrorClass>
  >

  export const interactionPolicy: {
    readonly Prompt: new (
      info: { readonly name: string; readonly requestable: boolean },
      ...checks: unknown[]
    ) => object
    readonly Check: {
      new (reason: string, description: string, error: string, check: (ctx: KoaContext) => boolean): object
      readonly REQUEST_PROMPT: boolean
      readonly NO_NEED_TO_PROMPT: boolean
    }
  }
}
