export { derivedKeys } from './derived-keys.ts'
export { opaqueAccessTokens } from './opaque-access-tokens.ts'
export type { OAuthProvider } from './provider.ts'
export { recordedAuthorizationServer } from './recorded-authorization-server.ts'
export type { RefusalPage } from './refusals.ts'

/** Opens the authorization server. Loads the library, which most servers never need. */
export const openOAuthProvider = async (parts: import('./provider.ts').ProviderParts) =>
  (await import('./provider.ts')).createProvider(parts)

/** Reads access tokens of an outside issuer. Loads the library for JWTs. */
export const openIssuerAccessTokens = async (parts: import('./issuer/issuer-access-tokens.ts').IssuerTokenParts) =>
  (await import('./issuer/issuer-access-tokens.ts')).issuerAccessTokens(parts)
