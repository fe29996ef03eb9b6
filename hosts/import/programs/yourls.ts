import { decodeHTML } from 'entities'
import type { Program } from '../program.ts'
import { countOf, instantOf, type Row, shortAddress, textOf } from '../row.ts'

/**
 * The table `yourls_url`, or the API's `stats`. Titles are stored with HTML entities. A YOURLS has one domain, so the domain of its URLs is
 * ignored.
 */
export const yourls: Program = {
  name: 'yourls',
  files:
    'the API’s stats as JSON; the table yourls_url as CSV (with or without header, "CSV for MS Excel"), JSON or SQL dump',
  columns: 'keyword (or shorturl), url, title, timestamp, clicks; ip is not kept',
  needs: { slug: ['keyword', 'shorturl'], target: ['url'] },
  positional: ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks'],
  pages: 'request all links from the API with limit=…, or export the table yourls_url',
  fates: {
    keyword: 'kept',
    shorturl: 'kept',
    url: 'kept',
    title: 'kept',
    timestamp: 'kept',
    clicks: 'kept',
    ip: 'ignored',
  },
  prepare: withKeywords,
  links: ({ keyword, shorturl, url, title, timestamp, clicks }) => [
    {
      slug: keyword ?? shortAddress(shorturl)?.slug,
      target: url,
      title: typeof title === 'string' && title !== 'NULL' ? textOf(decodeHTML(title)) : null,
      domain: null,
      hitCount: countOf(clicks),
      createdAt: instantOf(timestamp),
    },
  ],
}

/**
 * The keyword is the part after the site's URL, which may be in a folder: the shortest prefix that ends with a slash. A keyword with a
 * slash stays whole, so that no other link gets its last part.
 */
function withKeywords(rows: readonly Row[]): readonly Row[] {
  const addresses = rows.flatMap(({ keyword, shorturl }) =>
    keyword === undefined && typeof shorturl === 'string' ? [shorturl] : [],
  )
  const folders = addresses.map((address) => address.slice(0, address.lastIndexOf('/') + 1))
  const site = folders.reduce((best, one) => (one.length < best.length ? one : best), folders[0] ?? '')
  return rows.map((row) =>
    typeof row.shorturl === 'string' && row.keyword === undefined && row.shorturl.startsWith(site)
      ? { ...row, keyword: row.shorturl.slice(site.length) }
      : row,
  )
}
