/** Types of links and of what operations on them return. */
export const LINK_TYPES = /* GraphQL */ `
  "A short link."
  type Shortlink {
    "Stays the same for the life of the link."
    id: ID!
    "The slug."
    shortlink: String!
    "Where visitors are sent, unless a rule sends them elsewhere."
    target: String!
    "The owner's name for the link."
    title: String
    "Number of recorded visits."
    hitCount: Int!
    "Whether visits are recorded."
    enableTracking: Boolean!
    "When the link was created."
    createdAt: DateTime!
    "The custom domain of the link; null on the service's own host."
    hostname: String
    "Routing rules, as written."
    rules: [LinkRule!]!
  }

  "A routing rule. The first that matches a visitor decides the target."
  type LinkRule {
    "What the rule looks at."
    type: String!
    "What matches."
    value: String!
    "Where matching visitors are sent."
    target: String!
  }

  "Part of a list of links."
  type ShortlinkConnection {
    "The links of this page."
    items: [Shortlink!]!
    "Number of links on all pages."
    totalCount: Int!
  }

  "The result of one item of a bulk call."
  type BulkShortlinkResult {
    "The item's position in the input, from 0."
    index: Int!
    "Whether the item succeeded."
    ok: Boolean!
    "The link, if the item succeeded."
    shortlink: Shortlink
    "What went wrong, if the item failed."
    error: String
  }

  "The result of one item of a bulk deletion."
  type BulkDeleteResult {
    "The item's position in the input, from 0."
    index: Int!
    "The id in the input."
    id: ID!
    "Whether the item succeeded."
    ok: Boolean!
    "What went wrong, if the item failed."
    error: String
  }

  "Totals over the caller's links."
  type ShortlinkAnalytics {
    "Number of links."
    totalLinks: Int!
    "Number of links that record their visits."
    trackedLinks: Int!
    "Number of recorded visits of all links."
    totalClicks: Int!
    "The ten most visited links, most visited first."
    topLinks: [Shortlink!]!
  }
`
