import { addDomain, deleteDomain, listDomains, verifyDomain } from '@shortlink/core'
import { field } from './field.ts'
import type { Slice } from './slice.ts'

/** Custom domains. */
export const domains: Slice = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The caller's custom domains, oldest first."
      domains: [Domain!]!
    }

    extend type Mutation {
      "Claims a hostname. It serves links once its proof is found."
      addDomain(hostname: String!): Domain!
      "Looks for the proof in DNS; without it the domain comes back unverified."
      verifyDomain(id: ID!): Domain!
      "Gives a hostname up: its links serve nothing from now on."
      deleteDomain(id: ID!): Boolean!
    }

    "A custom domain."
    type Domain {
      id: ID!
      "In lower case and ASCII (punycode)."
      hostname: String!
      verified: Boolean!
      verifiedAt: DateTime
      "none until verified, then pending, and active once a proxy was allowed a certificate."
      sslStatus: String!
      "Publish \`shortlink-verify=<txtToken>\` as a TXT record at \`_shortlink.<hostname>\`, or at the hostname itself."
      txtToken: String!
      createdAt: DateTime!
    }
  `,
  resolvers: {
    Query: { domains: field(listDomains) },
    Mutation: {
      addDomain: field(addDomain),
      verifyDomain: field(verifyDomain, { replay: false }),
      deleteDomain: field(deleteDomain),
    },
  },
}
