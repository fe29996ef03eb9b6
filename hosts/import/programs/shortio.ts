import { ignored, lost } from '../losses.ts'
import type { Program } from '../program.ts'
import { countOf, givenText, type Row, shortAddress, slugOf, textOf, toText } from '../row.ts'
import { deviceRules } from '../rules.ts'
import { flagOf, limitOf, passwordIn, tagsOf, timeOf, visitsLeftOf } from '../values.ts'

const PIXELS = lost('tracking pixels')

/** The API's `links`, or CSV that has its fields by their names or labels. Source: developers.short.io/reference */
export const shortio: Program = {
  name: 'shortio',
  files: 'the API’s /api/links as JSON, one response, or one per line; CSV with the names of its fields',
  columns:
    'path (or shortURL), originalURL, domain, title, clicks, createdAt, expiresAt, expiredURL, clicksLimit, password, hasPassword, iphoneURL, androidURL, redirectType, skipQS, utmSource …, archived, tags',
  needs: { slug: ['path', 'shortURL', 'secureShortURL'], target: ['originalURL'] },
  unsaidInCsv: 'fields that were not exported',
  pages: 'request the next page with pageToken=<nextPageToken>, and append each response as a line',
  fates: {
    path: 'kept',
    shorturl: 'kept',
    secureshorturl: 'kept',
    originalurl: 'kept',
    domain: 'kept',
    title: 'kept',
    clicks: 'kept',
    totalclicks: 'kept',
    createdat: 'kept',
    expiresat: 'kept',
    expiredurl: 'kept',
    clickslimit: 'kept',
    password: 'kept',
    haspassword: 'kept',
    // Visitors request the password from its owner.
    passwordcontact: 'password',
    iphoneurl: 'kept',
    androidurl: 'kept',
    redirecttype: 'kept',
    skipqs: 'kept',
    utmsource: 'kept',
    utmmedium: 'kept',
    utmcampaign: 'kept',
    utmterm: 'kept',
    utmcontent: 'kept',
    archived: 'kept',
    tags: 'kept',
    spliturl: 'rules',
    splitpercent: 'ignored',
    cloaking: lost('cloaking'),
    folderid: lost('folder'),
    integrationga: PIXELS,
    integrationgtm: PIXELS,
    integrationfb: PIXELS,
    integrationadroll: PIXELS,
    ...ignored('id idstring domainid ownerid user source icon lcpath updatedat duplicate success'),
  },
  links: (row) => {
    const address = shortAddress(row.secureshorturl ?? row.shorturl)
    const [limit, clicks] = [limitOf(row.clickslimit), countOf(row.clicks ?? row.totalclicks)]
    const [tags, password] = [tagsOf(row.tags), passwordIn(row.password, row.haspassword)]
    const skipsQuery = flagOf(row.skipqs)
    return [
      {
        ...slugOf(row.path, address),
        target: row.originalurl,
        title: textOf(row.title),
        domain: givenText(row.domain) ?? address?.domain ?? null,
        rules: deviceRules({ ios: row.iphoneurl, android: row.androidurl }),
        hitCount: clicks,
        createdAt: timeIn(row.createdat),
        expiresAt: timeIn(row.expiresat),
        fallbackTarget: givenText(row.expiredurl),
        maxVisits: limit,
        ...visitsLeftOf(limit, clicks),
        redirectStatus: limitOf(row.redirecttype),
        forwardQuery: typeof skipsQuery === 'boolean' ? !skipsQuery : skipsQuery,
        utm: utmOf(row),
        archived: flagOf(row.archived),
        ...password,
        tags: tags.tags,
        losses: [
          ...tags.losses,
          ...(password.losses ?? []),
          // Only the clicks show the number of remaining visits.
          ...(limit !== null && clicks == null ? (['visit-limit'] as const) : []),
        ],
      },
    ]
  },
}

/** Times are in ISO 8601 or in milliseconds since 1970. */
function timeIn(value: unknown): unknown {
  const text = toText(value)
  const time = new Date(Number(text))
  return /^\d{12,13}$/.test(text) && !Number.isNaN(time.getTime()) ? time.toISOString() : timeOf(value)
}

function utmOf(row: Row) {
  const names = ['source', 'medium', 'campaign', 'term', 'content']
  const given = names.flatMap((name) => (textOf(row[`utm${name}`] ?? '') === null ? [] : [[name, row[`utm${name}`]]]))
  return given.length === 0 ? null : Object.fromEntries(given)
}
