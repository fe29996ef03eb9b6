import { LINK_OPTION_FIELDS } from './link-option-types.ts'

/** Types of links and of results of link operations. */
export const LINK_TYPES = /* GraphQL */ `
  "A short link."
  type Shortlink {
    "Unique, stable identifier."
    id: ID!
    "The slug."
    shortlink: String!
    "The destination URL, unless a rule redirects elsewhere."
    target: String!
    "The display title."
    title: String
    "Number of recorded visits."
    hitCount: Int!
    "Whether visits are recorded."
    enableTracking: Boolean!
    "When the link was created."
    createdAt: DateTime!
    "The link's custom domain; null for the service's own host."
    hostname: String
    "Routing rules, in order and as written."
    rules: [LinkRule!]!
    "Whether the link has routing rules."
    hasRules: Boolean!
    "The short URL."
    shortUrl: String!
    "Whether the link is active, or why not."
    status: LinkStatus!
    ${LINK_OPTION_FIELDS}
    "Remaining visits of maxVisits. Up to a minute stale, but never too high."
    visitsLeft: Int
    "Whether visitors must enter a password."
    hasPassword: Boolean!
    "The link's aliases, oldest first."
    aliases: [String!]!
    "When the owner last changed or created the link."
    updatedAt: DateTime!
  }

  "Whether a link is active. If several reasons apply, the first of these is returned: BLOCKED, DISABLED, SCHEDULED, EXPIRED, USED_UP."
  enum LinkStatus {
    "The link redirects visitors."
    ACTIVE
    "Before startsAt."
    SCHEDULED
    "After expiresAt."
    EXPIRED
    "The visit limit (maxVisits) is reached."
    USED_UP
    "Disabled by its owner."
    DISABLED
    "Blocked by the operator."
    BLOCKED
  }

  "The sort order of a list of links. Ties are sorted newest first."
  enum LinkSort {
    "By creation date, newest first."
    NEWEST
    "By creation date, oldest first."
    OLDEST
    "By recorded visits, most first."
    MOST_VISITED
    "By the owner's last change, newest first."
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

  "The preview that social networks and messengers show for a link."
  type LinkPreview {
    "The title."
    title: String
    "The description."
    description: String
    "The URL of an image."
    image: String
  }

  "A routing rule. The first rule that matches a visitor decides the target."
  type LinkRule {
    "The condition type."
    type: String!
    "The values to match."
    value: String!
    "The URL that matching visitors are redirected to."
    target: String!
  }

  "A page of links."
  type ShortlinkConnection {
    "The links on this page."
    items: [Shortlink!]!
    "Number of links on all pages."
    totalCount: Int!
  }

  "The result for one item of a bulk operation."
  type BulkShortlinkResult {
    "The item's zero-based position in the input."
    index: Int!
    "Whether the item succeeded."
    ok: Boolean!
    "The link, if the item succeeded."
    shortlink: Shortlink
    "The error message, if the item failed."
    error: String
  }

  "The result for one item of a bulk deletion."
  type BulkDeleteResult {
    "The item's zero-based position in the input."
    index: Int!
    "The id from the input."
    id: ID!
    "Whether the item succeeded."
    ok: Boolean!
    "The error message, if the item failed."
    error: String
  }

  "Totals for the caller's links."
  type ShortlinkAnalytics {
    "Number of links."
    totalLinks: Int!
    "Number of links with tracking enabled."
    trackedLinks: Int!
    "Number of recorded visits of all links."
    totalClicks: Int!
    "The ten most visited links, most visited first."
    topLinks: [Shortlink!]!
  }
`
