import { ignored, lost } from '../losses.ts'
import type { Program } from '../program.ts'
import { countOf, givenText, instantOf, isPlainObject, shortAddress, slugOf, textOf, toText } from '../row.ts'
import { flagOf, tagsOf } from '../values.ts'

/** The API's `links`, or CSV that has its fields by their names or labels. Source: developers.rebrandly.com/docs/link-entity */
export const rebrandly: Program = {
  name: 'rebrandly',
  files: 'the API’s /v1/links as JSON, one response, or one per line; CSV with the names of its fields',
  columns:
    'slashtag (or shortUrl), destination ("Destination URL"), domain, title, description, clicks, createdAt, forwardParameters, status, tags',
  needs: { slug: ['slashtag', 'shortUrl'], target: ['destination', 'destination url'] },
  pages: 'Rebrandly returns at most 25 links per call; repeat it with last=<id of the last link>',
  unsaidInCsv: 'fields that were not exported',
  fates: {
    slashtag: 'kept',
    shorturl: 'kept',
    destination: 'kept',
    destinationurl: 'kept',
    domain: 'kept',
    domainname: 'kept',
    title: 'kept',
    description: 'kept',
    clicks: 'kept',
    createdat: 'kept',
    forwardparameters: 'kept',
    status: 'kept',
    tags: 'kept',
    scripts: lost('scripts'),
    favourite: lost('favourite'),
    ...ignored('id linkid domainid updatedat lastclickat lastclickdate https ispublic creator integrated workspace'),
  },
  links: (row) => {
    const address = shortAddress(row.shorturl)
    const domain = isPlainObject(row.domain) ? row.domain.fullName : row.domain
    const tags = tagsOf(row.tags)
    return [
      {
        ...slugOf(row.slashtag, address),
        target: row.destination ?? row.destinationurl,
        title: textOf(row.title),
        domain: givenText(domain) ?? givenText(row.domainname) ?? address?.domain ?? null,
        note: textOf(row.description),
        hitCount: countOf(row.clicks),
        createdAt: instantOf(row.createdat),
        forwardQuery: flagOf(row.forwardparameters),
        tags: tags.tags,
        losses: [...tags.losses, ...(isActive(row.status) ? [] : (['disabled'] as const))],
      },
    ]
  },
}

const isActive = (status: unknown) => givenText(status) === null || /^active$/i.test(toText(status).trim())
