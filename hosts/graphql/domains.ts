import { addDomain, deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { field } from './field.ts'
import type { SchemaPart } from './schema-part.ts'

/** Custom domains. */
export const domains: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's custom domains, newest first."
      domains: [Domain!]!
    }

    extend type Mutation {
      """
      Claims a hostname. It serves its owner's links and bio pages once its proof is found, and never again anything else.
      """
      addDomain(
        "Such as go.example.com."
        hostname: String!
      ): Domain!
      """
      Looks for the proof in DNS; without it the domain comes back unverified. Keep the record: it is looked at daily, and the domain
      lapses when it has been gone for three days. The event domain.lapsing is sent a day before.
      """
      verifyDomain(
        "The domain's id."
        id: ID!
      ): Domain!
      "Gives a hostname up: its links serve nothing from now on."
      deleteDomain(
        "The domain's id."
        id: ID!
      ): Boolean!
    }

    "A custom domain."
    type Domain {
      "What the domain is known by."
      id: ID!
      "In lower case and ASCII (punycode)."
      hostname: String!
      "Whether its proof was found, so that it serves links."
      verified: Boolean!
      "Since when it serves links; null before."
      verifiedAt: DateTime
      "none until verified, then pending, and active once a proxy was allowed a certificate."
      sslStatus: String!
      """
      Publish \`shortlink-verify=<txtToken>\` as a TXT record at \`_shortlink.<hostname>\`, or at the hostname itself, and leave it there.
      """
      txtToken: String!
      "When the hostname was claimed."
      createdAt: DateTime!
    }
  `,
  resolvers: {
    Query: { domains: field(listDomains) },
    Mutation: {
      addDomain: field(addDomain),
      verifyDomain: field(verifyDomain),
      deleteDomain: field(deleteDomain),
    },
  },
  listSizes: { 'Query.domains': 25 },
}
