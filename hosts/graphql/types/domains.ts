import { addDomain, deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

/** Custom domains. */
export const domains: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's custom domains, newest first."
      domains: [Domain!]!
    }

    extend type Mutation {
      """
      Adds a custom domain. After DNS verification, it serves only its owner's links and bio pages.
      """
      addDomain(
        ${fieldsOf(addDomain.input, { hostname: 'String!' })}
      ): Domain!
      """
      Checks the domain's DNS record; returns the domain unverified if the record is missing. Keep the record: the server checks it daily, and
      the domain lapses when the record has been missing for three days. A domain.lapsing event is sent one day before.
      """
      verifyDomain(
        ${fieldsOf(verifyDomain.input, { id: 'ID!' })}
      ): Domain!
      "Deletes a custom domain. Its links stop working."
      deleteDomain(
        ${fieldsOf(deleteDomain.input, { id: 'ID!' })}
      ): Boolean!
    }

    "A custom domain."
    type Domain {
      "Unique, stable identifier."
      id: ID!
      "The hostname, in lowercase ASCII (punycode)."
      hostname: String!
      "Whether the domain is verified and serves links."
      verified: Boolean!
      "When the domain was verified; null if unverified."
      verifiedAt: DateTime
      "none until verified, then pending, then active once a proxy may issue a certificate."
      sslStatus: String!
      """
      Publish \`shortlink-verify=<txtToken>\` as a TXT record at \`_shortlink.<hostname>\`, or at the hostname itself, and keep it there.
      """
      txtToken: String!
      "When the domain was added."
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
