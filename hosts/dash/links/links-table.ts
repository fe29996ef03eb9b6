import type { Row } from './queries.ts'

/** Links as the rows of a CSV file. */
export const tableOf = (links: readonly Row[]) => [
  ['short_url', 'target', 'title', 'tags', 'visits', 'status', 'created_at'],
  ...links.map((link) => [
    link.shortUrl,
    link.target,
    link.title ?? '',
    link.tags.join(', '),
    String(link.hitCount),
    link.status,
    link.createdAt,
  ]),
]
