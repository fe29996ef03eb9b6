import {
  addShortlinkAlias,
  type BulkItem,
  countHitsByCountry,
  createLink,
  createLinks,
  deleteLink,
  deleteLinks,
  getLink,
  hitStats,
  type Link,
  listLinks,
  listLinksByCursor,
  makeOwnQrCode,
  type QrCode,
  removeShortlinkAlias,
  updateLink,
  updateLinks,
  upsertLink,
} from '@shortlink/core'
import { LinkUpdate } from '@shortlink/core/host'
import { z } from 'zod'
import { toCountryCount } from '../../graphql/types/places.ts'
import { list, nothing, object, page, results } from '../table/answers.ts'
import { image } from '../table/image-answer.ts'
import { linkAnswer, upsertedLinkAnswer } from '../table/link-answer.ts'
import { type Row, route } from '../table/row.ts'
import { shapeOf, shapeWithout } from '../table/shape.ts'

const BulkLinkResult = shapeOf('BulkShortlinkResult')
/** Links in lists have no rules, which can be most of their bytes. */
const LinkOutline = shapeWithout('Shortlink', 'LinkOutline', ['rules'])
const Visit = shapeOf('Hit')

const USUAL_LINKS = 100
const MAX_LINKS = 1000

const { id } = LinkUpdate.shape
const slug = getLink.input.shape.slug.describe('The slug.')
const externalId = getLink.input.shape.externalId.describe('The externalId, percent-encoded.')
const LinkFilter = listLinks.input.pick({
  search: true,
  tags: true,
  status: true,
  archived: true,
  withoutTags: true,
  createdFrom: true,
  createdTo: true,
  hasRules: true,
  hasPassword: true,
  hasLimit: true,
  hasCampaign: true,
  domainId: true,
})
const { limit, cursor } = hitStats.input.shape
const { size, ecc, margin, color, bgColor } = makeOwnQrCode.input.shape

const BULK = 'A failing item does not fail the others; an unknown member in an item fails the request.'

const BulkResult = z.object({
  results: z.array(
    z.object({
      index: z.int().describe("The item's zero-based position in the request."),
      ok: z.boolean().describe('Whether the item succeeded.'),
      error: z.string().nullable().describe('The error message, if the item failed.'),
    }),
  ),
})

const withLink = ({ value, ...item }: BulkItem<Link>) => ({ ...item, shortlink: value })

export const linkRoutes: readonly Row[] = [
  route('GET', '/links', listLinksByCursor, {
    id: 'listLinks',
    summary: 'List links, by default newest first',
    input: listLinksByCursor.input.extend({
      limit: z.int().min(1).max(MAX_LINKS).default(USUAL_LINKS).describe('Maximum number of links.'),
    }),
    toInput: (given) => ({ limit: USUAL_LINKS, ...given }),
    answer: page(LinkOutline),
  }),
  route('POST', '/links', createLink, {
    summary: 'Create a link',
    description:
      'Without credentials the link has no owner, and the response has only `slug`, `target` and `shortUrl`; the operator may require an account.',
    limit: 'create',
    answer: linkAnswer({ isNew: true }),
  }),
  route('GET', '/links/count', listLinks, {
    id: 'countLinks',
    summary: 'Count links',
    input: LinkFilter,
    toInput: (filter) => ({ ...filter, take: 0, counted: true }),
    answer: object(
      z.object({ count: z.int().describe('Number of links that match the filter.') }),
      ({ totalCount }) => ({ count: totalCount ?? 0 }),
    ),
  }),
  route('GET', '/links/{id}', getLink, {
    summary: 'Get a link',
    input: z.object({ id }),
    answer: linkAnswer(),
  }),
  route('GET', '/links/by-slug/{slug}', getLink, {
    id: 'getLinkBySlug',
    summary: 'Get a link by its slug',
    input: z.object({ slug, hostname: getLink.input.shape.hostname }),
    answer: linkAnswer(),
  }),
  route('GET', '/links/by-external-id/{externalId}', getLink, {
    id: 'getLinkByExternalId',
    summary: 'Get a link by its externalId',
    input: z.object({ externalId }),
    answer: linkAnswer(),
  }),
  route('PUT', '/links/by-external-id/{externalId}', upsertLink, {
    summary: 'Create a link with an externalId, or update it if it exists',
    description:
      'For links that follow the records of another system: repeat the call whenever a record changes. Omitted members of an existing link ' +
      'keep their values; null resets a member to its default. The slug and the domain of an existing link cannot change.',
    limit: 'create',
    input: z.object(upsertLink.input.shape).omit({ versions: true }),
    answer: upsertedLinkAnswer(),
  }),
  route('DELETE', '/links/by-external-id/{externalId}', deleteLink, {
    id: 'deleteLinkByExternalId',
    summary: 'Delete a link by its externalId, with its visits',
    input: z.object({ externalId }),
    answer: nothing,
  }),
  route('PATCH', '/links/{id}', updateLink, {
    summary: 'Update a link',
    description: 'Omitted members keep their values; null resets a member to its default.',
    input: LinkUpdate,
    answer: linkAnswer(),
  }),
  route('DELETE', '/links/{id}', deleteLink, {
    summary: 'Delete a link and its visits',
    input: z.object({ id }),
    answer: nothing,
  }),
  route('POST', '/links/bulk', createLinks, {
    summary: 'Create up to 1,000 links',
    description: BULK,
    limit: 'bulk',
    input: z.object({
      inputs: z.array(z.object(createLink.input.shape)).describe(createLinks.input.shape.inputs.description ?? ''),
    }),
    answer: results(BulkLinkResult, withLink),
  }),
  route('PATCH', '/links/bulk', updateLinks, {
    summary: 'Update up to 1,000 links',
    description: BULK,
    limit: 'bulk',
    input: z.object({ inputs: z.array(LinkUpdate).describe(updateLinks.input.shape.inputs.description ?? '') }),
    answer: results(BulkLinkResult, withLink),
  }),
  route('DELETE', '/links/bulk', deleteLinks, {
    // A query has no room for a thousand ids.
    hasBody: true,
    summary: 'Delete up to 1,000 links',
    description: 'A failing item does not fail the others.',
    limit: 'bulk',
    input: z.object({ ids: z.array(z.string()).describe('Ids of links, at most 1000.') }),
    answer: object(BulkResult, (items: readonly BulkItem<unknown>[]) => ({
      results: items.map(({ index, ok, error }) => ({ index, ok, error })),
    })),
  }),
  route('GET', '/links/{id}/hits', hitStats, {
    id: 'listHits',
    summary: 'List the visits of a link, newest first',
    input: z.object({ id, limit, cursor }),
    answer: page(Visit, ({ hits, nextCursor }) => ({ items: hits, nextCursor })),
  }),
  route('GET', '/links/{id}/countries', countHitsByCountry, {
    id: 'countHitsByCountry',
    summary: 'Count the visits of a link by country, most first',
    params: { id: 'link' },
    answer: list(shapeOf('CountryCount'), toCountryCount),
  }),
  route('GET', '/links/{id}/qr', makeOwnQrCode, {
    id: 'getQrCode',
    summary: "Get the QR code of a link's short URL",
    input: z.object({
      id,
      format: z.enum(['svg', 'png']).default('svg').describe('The image format.'),
      ...{ size, ecc, margin, color, bgColor },
    }),
    answer: image(({ qrCode, format }: QrCode) =>
      format === 'svg'
        ? { type: 'image/svg+xml', bytes: qrCode }
        : { type: 'image/png', bytes: Buffer.from(qrCode, 'base64') },
    ),
  }),
  route('POST', '/links/{id}/aliases', addShortlinkAlias, {
    id: 'addAlias',
    summary: 'Add an alias to a link',
    limit: 'create',
    answer: linkAnswer(),
  }),
  route('DELETE', '/links/{id}/aliases/{slug}', removeShortlinkAlias, {
    id: 'removeAlias',
    summary: 'Remove an alias from a link',
    answer: nothing,
  }),
]
