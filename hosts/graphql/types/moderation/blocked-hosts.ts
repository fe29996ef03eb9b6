import { blockHost, listBlockedHosts, unblockHost } from '@shortlink/core'
import { fieldsOf } from '../../described.ts'
import { field } from '../../field.ts'
import type { SchemaPart } from '../../schema-part.ts'

/** Blocked hosts, for administrators. */
export const blockedHosts: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "Blocked hosts in alphabetical order."
      adminBlockedHosts(
        ${fieldsOf(listBlockedHosts.input, { search: 'String', skip: 'Int = 0', take: 'Int = 50' })}
      ): BlockedHostList!
    }

    extend type Mutation {
      "Blocks a host: links to it return 410, and new links, rules, fallbacks and bio links to it are rejected. Blocking it again changes the reason."
      adminBlockHost(
        ${fieldsOf(blockHost.input, { host: 'String!', reason: 'String' })}
      ): Boolean!
      "Unblocks a host, on the imported list too: links to it open again."
      adminUnblockHost(
        ${fieldsOf(unblockHost.input, { host: 'String!' })}
      ): Boolean!
    }

    "A page of blocked hosts."
    type BlockedHostList {
      "The hosts on this page."
      items: [BlockedHost!]!
      "Number of hosts on all pages."
      totalCount: Int!
    }

    "A host that no link may lead to."
    type BlockedHost {
      "A host name or IP address; with a leading dot also all subdomains."
      host: String!
      "The note of the administrator who blocked it."
      reason: String
      "MANUAL, or LIST for a host on the imported list."
      source: String!
      "When the host was blocked."
      createdAt: DateTime!
    }
  `,
  resolvers: {
    Query: { adminBlockedHosts: field(listBlockedHosts) },
    Mutation: {
      adminBlockHost: field(blockHost, { shape: () => true }),
      adminUnblockHost: field(unblockHost, { shape: () => true }),
    },
  },
  listSizes: { 'Query.adminBlockedHosts': 50, 'BlockedHostList.items': 1 },
}
