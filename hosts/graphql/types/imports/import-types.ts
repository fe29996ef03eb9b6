/** The types of imports. */
export const IMPORT_TYPES = /* GraphQL */ `
  "Where the links of a domain go."
  input ImportDomainInput {
    "The domain in the file; default for links without one."
    from: String!
    "A verified domain of the account, empty for the service's own host, null to skip the links."
    to: String
  }

  "Where the links of a domain go."
  type ImportDomain {
    "The domain in the file; default for links without one."
    from: String!
    "A verified domain of the account, empty for the service's own host, null to skip the links."
    to: String
  }

  "The state of an import."
  enum ImportState {
    "Parts of the file are missing."
    UPLOADING
    "The server makes the preview."
    PLANNING
    "The preview is ready, and the import can start."
    READY
    "The server creates links."
    RUNNING
    "All links of the file are imported or skipped."
    DONE
    "Canceled; its file is deleted."
    CANCELED
    "The file cannot be read."
    FAILED
  }

  "The import of a file in the background."
  type Import {
    "Unique, stable identifier."
    id: ID!
    "The name of the file."
    name: String!
    "What the server does with it."
    state: ImportState!
    "Number of uploaded parts."
    parts: Int!
    "Number of uploaded characters."
    characters: Int!
    "The chosen program; null to detect it."
    program: String
    "The program that wrote the file; null before the preview."
    found: String
    "Where the links of domains go."
    domains: [ImportDomain!]!
    "Restrictions that links may lose."
    acceptedLosses: [String!]!
    "The preview, or the result so far; null before it."
    report: ImportReport
    "Why the file cannot be read; null unless the import failed."
    fault: ImportFault
    "When the import began."
    createdAt: DateTime!
    "When it last changed."
    updatedAt: DateTime!
  }

  "Why a file cannot be imported."
  type ImportFault {
    "empty, kind, encoding, columns, syntax, size or unexpected."
    code: String!
    "The content found in the file instead, or the error."
    detail: String!
  }

  "Number of links by a name."
  type ImportCount {
    "The name, such as a domain."
    name: String!
    "Number of links."
    links: Int!
  }

  "A link of a preview."
  type ImportSample {
    "The slug."
    slug: String!
    "The target."
    target: String!
    "The title; empty without one."
    title: String!
    "The tags."
    tags: [String!]!
  }

  "Why a link is not imported."
  enum ImportReason {
    "It would be less restricted than before, or is of a skipped domain."
    LOST
    "An earlier row has its slug."
    TWICE
    "It exists already as an active link, without restrictions of the file."
    OPEN
    "The message says why."
    INVALID
    "The row cannot be read."
    FAULT
  }

  "A link of the file that is not imported."
  type ImportProblem {
    "The number of the row, counted from 1, without the header."
    row: Int!
    "The slug in the file."
    slug: String!
    "The target in the file."
    target: String!
    "Why it is not imported."
    reason: ImportReason!
    "The losses, or the restrictions that the existing link lacks."
    fields: [String!]!
    "The reason in words."
    message: String!
  }

  "The preview of an import, or its result so far."
  type ImportReport {
    "Rows that have been read."
    rows: Int!
    "Characters that have been read."
    characters: Int!
    "Links to create according to the preview."
    planned: Int!
    "Created links; in a preview, links that can be created."
    created: Int!
    "Links that exist already."
    present: Int!
    "Links that are not imported."
    skipped: Int!
    "Created links that are not enabled."
    closed: Int!
    "Created links with a part of their visit limit used."
    limited: Int!
    "Links by their domain in the file; only in a preview."
    domains: [ImportCount!]!
    "Links by the losses that refuse them, accepted or not; only in a preview."
    refused: [ImportCount!]!
    "Created links by the fields that they lose."
    lost: [ImportCount!]!
    "Number of all links at the source, if the file says it."
    total: Int
    "Whether the file is CSV."
    isCsv: Boolean!
    "The first created links."
    samples: [ImportSample!]!
    "The first 500 links that are not imported."
    problems: [ImportProblem!]!
  }
`
