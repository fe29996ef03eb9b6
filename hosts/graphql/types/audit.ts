import { listAuditEntries, RECORD_KINDS, SURFACES } from '@shortlink/core'
import { fieldsOf } from '../described.ts'
import { field } from '../field.ts'
import type { SchemaPart } from '../schema-part.ts'

/** The audit log. */
export const audit: SchemaPart = {
  sdl: /* GraphQL */ `
    extend type Query {
      "The audit log of the caller's account, newest first: each change of a record, each login and each failed login."
      auditLog(
        ${fieldsOf(listAuditEntries.input, {
          take: 'Int = 50',
          cursor: 'String',
          action: 'String',
          targetId: 'ID',
          actor: 'String',
          from: 'String',
          to: 'String',
        })}
      ): AuditPage!
    }

    "A page of the audit log."
    type AuditPage {
      "The entries."
      items: [AuditEntry!]!
      "The cursor of the next page; null on the last."
      nextCursor: String
    }

    "A change of a record, a login or a failed login. It contains no values."
    type AuditEntry {
      "Unique, stable identifier."
      id: ID!
      "When it happened."
      at: DateTime!
      "Who did it: \`session:<id>\`, \`key:<id of the API key>\`, \`admin:<id of the account>\`, \`cli\` for a command of the operator, or \`system\`."
      actor: String!
      "Where it was done."
      surface: AuditSurface!
      "The action, such as \`createLink\`, \`updateLink\` or \`loginFailed\`."
      action: String!
      "The kind of the record."
      targetKind: AuditTargetKind!
      "The id of the record."
      targetId: ID!
      "The names of the changed fields; empty if the record was created or deleted."
      changed: [String!]!
      "The id of the request in the server's log; null for commands."
      requestId: String
      "The client's network, /24 of IPv4 or /48 of IPv6; only of logins, failed logins and sign-ups."
      network: String
    }

    "Where a change was made."
    enum AuditSurface { ${SURFACES.join(' ')} }

    "Kinds of records in the audit log."
    enum AuditTargetKind { ${RECORD_KINDS.join(' ')} }
  `,
  resolvers: { Query: { auditLog: field(listAuditEntries) } },
  listSizes: { 'Query.auditLog': 50, 'AuditPage.items': 1 },
}
