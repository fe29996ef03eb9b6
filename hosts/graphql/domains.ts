import { addDomain, deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { fieldsOf } from './described.ts'
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
      Claims a hostname. Once its DNS proof is found, it serves the links and bio pages of its owner only.
      """
      addDomain(
        ${fieldsOf(addDomain.input, { hostname: 'String!' })}
      ): Domain!
      """
      Looks for the proof in DNS; if it is missing, returns the domain unverified. Keep the record: it is checked daily, and the domain
      lapses when it has been gone for three days. The event domain.lapsing is sent a day before.
      """
      verifyDomain(
        ${fieldsOf(verifyDomain.input, { id: 'ID!' })}
      ): Domain!
      "Gives a hostname up. Its links stop working."
      deleteDomain(
        ${fieldsOf(deleteDomain.input, { id: 'ID!' })}
      ): Boolean!
    }

    "A custom domain."
    type Domain {
      "Stays the same for the life of the claim."
      id: ID!
      "In lower case and ASCII (punycode)."
      hostname: String!
      "Whether its proof was found, so that it serves links."
      verified: Boolean!
      "When the proof was found; null before."
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
