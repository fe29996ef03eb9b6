/** Present and possible future paths of the service. */
const RESERVED = new Set(
  `graphql graphiql playground mcp manage healthz readyz livez metrics bio qr webhooks internal api rest v1 v2 auth oauth oidc saml sso
  login logout signin signup register account settings admin dash dashboard app docs help about pricing terms privacy report abuse static
  assets public images css js fonts undefined null new llms.txt llms-full.txt robots.txt favicon.ico favicon.svg .well-known`
    .split(/\s+/)
    .filter(Boolean),
)

/** True for a reserved word, in any case. */
export const isReserved = (slug: string) => RESERVED.has(slug.toLowerCase())
