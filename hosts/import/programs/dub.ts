import { ignored, lost } from '../losses.ts'
import type { Program } from '../program.ts'
import { countOf, givenText, instantOf, isPlainObject, ROOT, type Row, shortAddress, slugOf, toText } from '../row.ts'
import { deviceRules } from '../rules.ts'
import { flagOf, passwordOf, tagsOf, timeOf } from '../values.ts'

const CONVERSIONS = lost('conversions')
const PARTNER_IDS = lost('partner ids')

/** The API's `links`, or the CSV of its dashboard, with the API's names or their labels in the header. */
export const dub: Program = {
  name: 'dub',
  files: 'the API’s /links as JSON, one response, or one per line; the CSV of the dashboard',
  columns:
    'domain and key (or shortLink, link, "Short link"), url ("Destination URL"), title, clicks, createdAt, archived, expiresAt, expiredUrl, password, comments, externalId, proxy, description, image, ios, android, geo, testVariants, tags',
  needs: { slug: ['key', 'shortLink', 'link'], target: ['url', 'destination url'] },
  unsaidInCsv: 'passwords, expiration dates, targets by device or country, and columns that were not exported',
  pages: 'request page=2, page=3 …, and append each response as a line',
  fates: {
    domain: 'kept',
    key: 'kept',
    shortlink: 'kept',
    link: 'kept',
    url: 'kept',
    destinationurl: 'kept',
    title: 'kept',
    clicks: 'kept',
    createdat: 'kept',
    created: 'kept',
    ios: 'kept',
    android: 'kept',
    geo: 'kept',
    archived: 'kept',
    expiresat: 'kept',
    expiredurl: 'kept',
    password: 'kept',
    passwordenabledat: 'kept',
    disabledat: 'disabled',
    banned: 'disabled',
    testvariants: 'rules',
    teststartedat: 'ignored',
    testcompletedat: 'ignored',
    tags: 'kept',
    tagids: 'ignored',
    tagid: 'ignored',
    folderid: lost('folder'),
    comments: 'kept',
    webhookids: lost('webhooks'),
    publicstats: lost('public stats'),
    doindex: lost('doIndex'),
    rewrite: lost('cloaking'),
    proxy: 'kept',
    description: 'kept',
    image: 'kept',
    video: lost('preview'),
    trackconversion: CONVERSIONS,
    leads: CONVERSIONS,
    conversions: CONVERSIONS,
    sales: CONVERSIONS,
    saleamount: CONVERSIONS,
    externalid: 'kept',
    tenantid: PARTNER_IDS,
    programid: PARTNER_IDS,
    partnerid: PARTNER_IDS,
    ...ignored('id linkid identifier updatedat lastclicked qrcode userid user workspaceid projectid'),
    ...ignored('utmsource utmmedium utmcampaign utmterm utmcontent linkretentioncleanupdisabledat'),
  },
  links: (row) => {
    const address = shortAddress(row.shortlink ?? row.link)
    const tags = tagsOf(row.tags)
    // If the file does not contain the password, only its time shows that there is one.
    const password = passwordOf(textOrNull(row.password) ?? textOrNull(row.passwordenabledat) !== null)
    return [
      {
        ...(row.key === '_root' ? ROOT : slugOf(row.key, address)),
        target: row.url ?? row.destinationurl,
        title: textOrNull(row.title),
        domain: givenText(row.domain) ?? address?.domain ?? null,
        rules: [...deviceRules({ ios: row.ios, android: row.android }), ...countryRules(row.geo)],
        hitCount: countOf(row.clicks),
        createdAt: instantOf(row.createdat ?? row.created),
        archived: flagOf(row.archived),
        expiresAt: timeOf(row.expiresat),
        fallbackTarget: textOrNull(row.expiredurl),
        note: textOrNull(row.comments),
        externalId: textOrNull(row.externalid),
        preview: previewOf(row),
        ...password,
        tags: tags.tags,
        losses: [...tags.losses, ...(password.losses ?? [])],
      },
    ]
  },
}

/** The owner's preview, enabled by `proxy`: without it title, description and image come from the target. */
const previewOf = (row: Row) =>
  flagOf(row.proxy) === true
    ? { title: textOrNull(row.title), description: textOrNull(row.description), image: textOrNull(row.image) }
    : null

/** Its CSV writes null as text. */
const textOrNull = (value: unknown) => (value === '' || value === 'null' || value === undefined ? null : value)

const countryRules = (geo: unknown) =>
  isPlainObject(geo)
    ? Object.entries(geo).map(([value, target]) => ({ type: 'country', value, target }) as Row)
    : textOrNull(geo) === null
      ? []
      : [{ type: 'country', value: toText(geo), target: '' }]
