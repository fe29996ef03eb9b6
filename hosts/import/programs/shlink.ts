import { lost } from '../losses.ts'
import type { Program } from '../program.ts'
import { countOf, givenText, instantOf, type Row, shortAddress, slugOf, textOf } from '../row.ts'
import { deviceRules } from '../rules.ts'
import { flagOf, limitOf, tagsOf, timeOf, visitsLeftOf } from '../values.ts'

/** The CSV of its web client, before 4.0 without code and domain, or the API's `short-urls`, where the default domain is null. */
export const shlink: Program = {
  name: 'shlink',
  files: 'the API’s /rest/v3/short-urls as JSON, one response, or one per line; the CSV of the web client',
  columns:
    'shortCode (or shortUrl), longUrl, domain, title, createdAt (dateCreated), visits (visitsSummary), meta, deviceLongUrls, hasRedirectRules, forwardQuery, tags',
  needs: { slug: ['shortCode', 'shortUrl'], target: ['longUrl'] },
  unsaidInCsv: 'start dates, expiration dates, visit limits and redirect rules',
  pages: 'request page=2, page=3 …, and append each response as a line',
  fates: {
    shortcode: 'kept',
    shorturl: 'kept',
    longurl: 'kept',
    title: 'kept',
    domain: 'kept',
    createdat: 'kept',
    datecreated: 'kept',
    visits: 'kept',
    visitscount: 'kept',
    'visitssummary.total': 'kept',
    'visitssummary.nonbots': 'ignored',
    'visitssummary.bots': 'ignored',
    'devicelongurls.android': 'kept',
    'devicelongurls.ios': 'kept',
    'devicelongurls.desktop': 'kept',
    'meta.validsince': 'kept',
    'meta.validuntil': 'kept',
    'meta.maxvisits': 'kept',
    hasredirectrules: 'rules',
    redirectrules: 'rules',
    tags: 'kept',
    forwardquery: 'kept',
    crawlable: lost('crawlable'),
  },
  links: (row) => {
    const address = shortAddress(row.shorturl)
    const [limit, visits] = [limitOf(row['meta.maxvisits']), visitsOf(row)]
    return [
      {
        ...slugOf(row.shortcode, address),
        target: row.longurl,
        title: textOf(row.title),
        // In CSV all short URLs have their domain, and the default one is unknown.
        domain: givenText(row.domain === undefined ? address?.domain : row.domain),
        rules: deviceRules({
          ios: row['devicelongurls.ios'],
          android: row['devicelongurls.android'],
          desktop: row['devicelongurls.desktop'],
        }),
        hitCount: visits,
        createdAt: instantOf(row.createdat ?? row.datecreated),
        startsAt: timeOf(row['meta.validsince']),
        expiresAt: timeOf(row['meta.validuntil']),
        maxVisits: limit,
        ...visitsLeftOf(limit, visits ?? 0),
        forwardQuery: flagOf(row.forwardquery),
        ...tagsOf(row.tags),
      },
    ]
  },
}

const visitsOf = (row: Row) => countOf(row.visits ?? row['visitssummary.total'] ?? row.visitscount)
