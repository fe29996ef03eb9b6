/** Types of links and of results of link operations. */
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
    "The address that visitors open."
    shortUrl: String!
    "Whether visitors are admitted now, or why not."
    status: LinkStatus!
    "Before it visitors are refused."
    startsAt: DateTime
    "From then on visitors are refused."
    expiresAt: DateTime
    "Where visitors of a closed link go."
    fallbackTarget: String
    "Visits after which the link closes."
    maxVisits: Int
    "Visits left of maxVisits: up to a minute old, and never too many."
    visitsLeft: Int
    "Whether visitors are asked for a password."
    hasPassword: Boolean!
    "False while its owner has closed the link."
    enabled: Boolean!
    "Whether the link is left out of lists by default."
    archived: Boolean!
    "The status of the redirect."
    redirectStatus: Int!
    "Whether the visitor's query is appended to the target."
    forwardQuery: Boolean!
    "Whether what follows the slug in the path is appended to the target."
    forwardPath: Boolean!
    "Campaign parameters that the target gets."
    utm: Utm
    "In the owner's order."
    tags: [String!]!
    "For the owner alone."
    note: String
    "What social networks and messengers show of the link."
    preview: LinkPreview
    "Further slugs of the link, oldest first."
    aliases: [String!]!
    "When its owner last changed the link, or created it."
    updatedAt: DateTime!
  }

  "Whether visitors are admitted to a link. Of several reasons against it the one that comes first here counts: BLOCKED, DISABLED, SCHEDULED, EXPIRED, USED_UP."
  enum LinkStatus {
    "Visitors are admitted."
    ACTIVE
    "Before startsAt."
    SCHEDULED
    "After expiresAt."
    EXPIRED
    "No visit of maxVisits is left."
    USED_UP
    "Closed by its owner."
    DISABLED
    "Disabled by the operator."
    BLOCKED
  }

  "The order of a list of links. Links that are alike in it are listed newest first."
  enum LinkSort {
    "By creation, latest first."
    NEWEST
    "By creation, earliest first."
    OLDEST
    "By recorded visits, most first."
    MOST_VISITED
    "By the owner's changes, latest first."
    RECENTLY_UPDATED
  }

  "Campaign parameters."
  type Utm {
    "utm_source."
    source: String
    "utm_medium."
    medium: String
    "utm_campaign."
    campaign: String
    "utm_term."
    term: String
    "utm_content."
    content: String
  }

  "What social networks and messengers show of a link."
  type LinkPreview {
    "The title."
    title: String
    "The description."
    description: String
    "The address of an image."
    image: String
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
