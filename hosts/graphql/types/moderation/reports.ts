import { listReports, resolveReport } from '@shortlink/core'
import { fieldsOf } from '../../described.ts'
import { field } from '../../field.ts'
import type { SchemaPart } from '../../schema-part.ts'

/** Abuse reports, for administrators. */
export const reports: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "Abuse reports, newest first. Visitors send them at /report while ABUSE_REPORTS is set."
      adminReports(
        ${fieldsOf(listReports.input, { resolved: 'Boolean', skip: 'Int = 0', take: 'Int = 50' })}
      ): AdminReportList!
    }

    extend type Mutation {
      "Resolves a report together with the other open reports about the same link."
      adminResolveReport(
        ${fieldsOf(resolveReport.input, { id: 'ID!', block: 'Boolean!' })}
      ): Boolean!
    }

    "A page of abuse reports."
    type AdminReportList {
      "The reports on this page."
      items: [AdminReport!]!
      "Number of reports on all pages."
      totalCount: Int!
    }

    "A visitor's report about a link, a bio page or a custom domain. Deleted 30 days after it was resolved."
    type AdminReport {
      "Unique, stable identifier."
      id: ID!
      "When the visitor sent the report."
      at: DateTime!
      "The reported URL, as the visitor typed it."
      url: String!
      "The visitor's description of the problem."
      reason: String!
      "The visitor's email address, if given."
      email: String
      "The host of the link's target at the time of the report; null for pages and domains."
      host: String
      "Other hosts that rules and the fallback of the link lead to now. Block them with adminBlockHost."
      otherHosts: [String!]!
      "When an administrator resolved the report; null while it is open."
      resolvedAt: DateTime
      "Whether the host was blocked when the report was resolved."
      blocked: Boolean!
      "The link as it is now; null if it was deleted, and for pages and domains."
      link: AdminLink
      "The id of the account that had the link, page or domain; null for an anonymous link."
      owner: ID
      "The email address of that account."
      ownerEmail: String
    }
  `,
  resolvers: {
    Query: { adminReports: field(listReports) },
    Mutation: { adminResolveReport: field(resolveReport, { shape: () => true }) },
  },
  listSizes: { 'Query.adminReports': 50, 'AdminReportList.items': 1, 'AdminReport.otherHosts': 50 },
}
