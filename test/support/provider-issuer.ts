import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { SCOPES } from '../../core/kernel/scopes.ts'
import { REDIRECT } from './oauth-app.ts'

/** A user who is signed in at the issuer. */
interface IssuerAccount {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
}

interface Interaction {
  readonly params: { readonly client_id: string; readonly resource: string }
}

/** The parts of oidc-provider that an issuer of tests needs; the package has no declarations. */
interface ProviderLike {
  readonly Grant: new (
    grant: object,
  ) => {
    addOIDCScope(scope: string): void
    rejectOIDCScope(scope: string): void
    addResourceScope(resource: string, scope: string): void
    rejectResourceScope(resource: string, scope: string): void
    save(): Promise<string>
  }
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  callback(): (request: IncomingMessage, response: ServerResponse) => unknown
}

/** The kinds of records whose times the library would warn about. */
const RECORDS = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'RefreshToken', 'Session']

/**
 * An identity provider on a real socket: oidc-provider, with JWTs as access tokens for the resources. The user who
 * opens its page for sign-in is `user.current`, and consents to the scopes.
 */
export async function startProviderIssuer(consented: readonly string[]) {
  const user: { current: IssuerAccount } = { current: { sub: '', email: '', email_verified: false } }
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {}
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  const { default: Provider } = (await import('oidc-provider')) as unknown as {
    default: new (issuer: string, configuration: object) => ProviderLike
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(url, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'rsa' }] },
    cookies: { keys: ['a key of cookies'] },
    // Clients register with the scopes that the service's metadata names.
    scopes: ['openid', 'offline_access', ...SCOPES],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    ttl: Object.fromEntries(RECORDS.map((kind) => [kind, 600])),
    clientDefaults: { token_endpoint_auth_method: 'none' },
    findAccount: async (_context: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ sub }) }),
    extraTokenClaims: async () => ({ email: user.current.email, email_verified: user.current.email_verified }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/sign-in/${uid}` },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: SCOPES.join(' '),
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  })
  const serve = provider.callback()
  handle = (request, response) => (request.url?.startsWith('/sign-in/') ? signIn : serve)(request, response)

  async function signIn(request: IncomingMessage, response: ServerResponse) {
    const { params } = await provider.interactionDetails(request, response)
    const accountId = user.current.sub
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    const others = SCOPES.filter((scope) => !consented.includes(scope)).join(' ')
    grant.addOIDCScope(`openid email ${consented.join(' ')}`)
    grant.addResourceScope(params.resource, consented.join(' '))
    // The issuer would ask again for scopes without an answer.
    grant.rejectOIDCScope(others)
    grant.rejectResourceScope(params.resource, others)
    const grantId = await grant.save()
    await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } })
  }

  return {
    url,
    user,
    /** Whether an address is where the issuer sends the browser of its user at the end. */
    isAnswer: (location: string) => location.startsWith(REDIRECT),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
