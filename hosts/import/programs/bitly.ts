import { lost } from '../losses.ts'
import type { Program, SourceLink } from '../program.ts'
import { countOf, instantOf, type Row, shortAddress, slugOf, textOf } from '../row.ts'
import { flagOf, tagsOf, timeOf } from '../values.ts'

/** The API's `bitlinks`, or the CSV of the site. Each back-half of a bitlink becomes a link; the first gets the clicks. */
export const bitly: Program = {
  name: 'bitly',
  files: 'the API’s /v4/groups/…/bitlinks as JSON, one response, or one per line; the CSV of the site',
  columns:
    'link (or id, Bitlink), custom_bitlinks (or Custom Link), long_url (or Destination URL), title, created_at (or Created Date), clicks (or Total Clicks), archived, expiration_at, tags',
  needs: { slug: ['link', 'id', 'custom link', 'bitlink'], target: ['long_url', 'destination url'] },
  unsaidInCsv: 'expiration dates and deep links',
  pages: 'follow pagination.next, and append each response as a line',
  fates: {
    id: 'kept',
    link: 'kept',
    bitlink: 'kept',
    custombitlinks: 'kept',
    customlink: 'kept',
    longurl: 'kept',
    destinationurl: 'kept',
    title: 'kept',
    createdat: 'kept',
    created: 'kept',
    createddate: 'kept',
    creationdate: 'kept',
    datecreated: 'kept',
    expirationat: 'kept',
    expirationdate: 'kept',
    expiresat: 'kept',
    clicks: 'kept',
    totalclicks: 'kept',
    engagements: 'kept',
    totalengagements: 'kept',
    archived: 'kept',
    isdeleted: 'archived',
    deeplinks: 'rules',
    tags: 'kept',
    campaignids: lost('campaigns'),
    references: 'ignored',
    createdby: 'ignored',
    clientid: 'ignored',
    modifiedat: 'ignored',
  },
  links: (row) => addressesOf(row).map((address, index) => toLink(row, address, index === 0)),
}

type Address = ReturnType<typeof shortAddress>

function addressesOf({ id, link, bitlink, custombitlinks, customlink }: Row): readonly Address[] {
  const custom = Array.isArray(custombitlinks) ? custombitlinks : [custombitlinks, customlink]
  const addresses = [...custom, link, bitlink, id].flatMap((value) =>
    textOf(value) ? (shortAddress(value) ?? []) : [],
  )
  const unique = [...new Map(addresses.map((address) => [`${address.domain}/${address.slug}`, address])).values()]
  return unique.length > 0 ? unique : [undefined]
}

const toLink = (row: Row, address: Address, isFirst: boolean): SourceLink => ({
  ...slugOf(undefined, address),
  target: row.longurl ?? row.destinationurl,
  title: textOf(row.title),
  domain: address?.domain ?? null,
  hitCount: isFirst ? countOf(row.clicks ?? row.totalclicks ?? row.engagements ?? row.totalengagements) : 0,
  createdAt: instantOf(row.createdat ?? row.createddate ?? row.creationdate ?? row.datecreated ?? row.created),
  expiresAt: timeOf(row.expirationat ?? row.expirationdate ?? row.expiresat),
  archived: flagOf(row.archived),
  ...tagsOf(row.tags),
})
