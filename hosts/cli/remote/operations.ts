import {
  type AnyUseCase,
  addShortlinkAlias,
  analytics,
  createLink,
  deleteLinks,
  deleteTag,
  getLink,
  hitStats,
  listAuditEntries,
  listDomains,
  listLinks,
  listTags,
  removeShortlinkAlias,
  unknownVisits,
  updateLinks,
  updateTag,
  upsertLink,
} from '@shortlink/core'
import { PLAIN_OPTIONS, PreviewInput, UtmInput } from '@shortlink/core/host'
import { LINK_LIST_TYPES, NEW_LINK_TYPES } from '../../graphql/types/link-option-types.ts'
import type { Given } from '../parameters.ts'
import type { Operation } from './operation.ts'

// biome-ignore lint/suspicious/noExplicitAny: each operation names the fields that it reads
type Answer = any

/** The operation of a use case. */
interface UseCaseOperation extends Omit<Operation, 'reads'> {
  readonly reads?: string | ((input: Given) => string)
  /** Returns the arguments of the operation; by default the input of the use case. */
  readonly given?: (input: Given) => Given
  /** Returns the result of the use case from the response, in which times are instants; the response by default. */
  readonly result?: (answer: Answer, input: Given) => unknown
}

/** The fields of links on servers of the previous version. */
export const OLDER_FIELDS = 'id shortlink target title hitCount createdAt hostname'
const MEMBERS: Readonly<Record<string, object>> = { utm: UtmInput.shape, preview: PreviewInput.shape }
const OPTIONS = Object.keys(PLAIN_OPTIONS).map((name) =>
  MEMBERS[name] ? `${name} { ${Object.keys(MEMBERS[name]).join(' ')} }` : name,
)
export const LINK_FIELDS = `${OLDER_FIELDS} enableTracking status ${OPTIONS.join(' ')} visitsLeft hasPassword aliases updatedAt`

const toLink = ({ shortlink: slug, hostname, ...link }: Answer) => ({
  ...{ ...PLAIN_OPTIONS, visitsLeft: null, hasPassword: false, aliases: [], updatedAt: link.createdAt },
  ...{ ...link, slug, hostname: hostname ?? '' },
})

const TAG = 'id name color links'
const ALIAS = { takes: { id: 'ID!', slug: 'shortlink: String!' }, reads: 'aliases' }
const SUMS = 'hits bots visitors'
const HIT = 'at: createdAt device browser { name } os { name } referrer location { country { code } }'

/** The operations of all use cases that commands run on a server. */
export const OPERATIONS: ReadonlyMap<AnyUseCase, UseCaseOperation> = new Map<AnyUseCase, UseCaseOperation>([
  [
    createLink,
    {
      ...{ field: 'mutation createShortlink', takes: { target: 'String!', ...NEW_LINK_TYPES } },
      result: (slug, { target }) => ({ slug, hostname: '', target }),
    },
  ],
  [
    upsertLink,
    {
      field: 'mutation upsertShortlink',
      takes: { externalId: 'String!', input: 'UpsertShortlinkInput!' },
      given: ({ externalId, slug, ...input }) => ({ externalId, input: { ...input, shortlink: slug } }),
      ...{ reads: LINK_FIELDS, result: toLink },
    },
  ],
  [
    listLinks,
    {
      ...{ field: 'query shortlinkConnection', takes: LINK_LIST_TYPES, reads: `items { ${LINK_FIELDS} } totalCount` },
      result: ({ items, totalCount }) => ({ items: items.map(toLink), totalCount }),
    },
  ],
  [
    getLink,
    {
      ...{ field: 'query getShortlinkInfo', takes: { id: 'ID!' }, reads: `${LINK_FIELDS} rules { type value target }` },
      result: (link) => link && toLink(link),
    },
  ],
  [
    updateLinks,
    {
      ...{ field: 'mutation updateShortlinks', takes: { inputs: '[UpdateShortlinkInput!]!' } },
      reads: `error shortlink { ${LINK_FIELDS} }`,
      result: (items) =>
        items.map(({ error, shortlink }: Answer) => ({ error, value: shortlink && toLink(shortlink) })),
    },
  ],
  [deleteLinks, { field: 'mutation deleteShortlinks', takes: { ids: '[ID!]!' }, reads: 'ok error' }],
  [addShortlinkAlias, { field: 'mutation addShortlinkAlias', ...ALIAS }],
  [removeShortlinkAlias, { field: 'mutation removeShortlinkAlias', ...ALIAS }],
  [
    hitStats,
    {
      ...{ field: 'query getShortlinkInfo', takes: { id: 'ID!', limit: 'Int' } },
      reads: `hitCount byCountryGraph { country { code } count } hits(take: $limit) { ${HIT} }`,
      result: ({ hitCount, byCountryGraph, hits }) => ({
        link: { hitCount },
        byCountry: byCountryGraph.map(({ country, count }: Answer) => ({ country: country.code, count })),
        hits: hits.map(({ location, ...hit }: Answer) => ({ ...hit, country: location.country?.code ?? null })),
      }),
    },
  ],
  [
    analytics,
    {
      ...{ field: 'query analytics', takes: { filter: 'AnalyticsFilter' } },
      given: ({ series, breakdowns, ...filter }) => ({ filter }),
      reads: ({
        series: [interval],
        breakdowns,
      }) => `from to timeZone visitorsFrom totals { ${SUMS} } previous { ${SUMS} }
        series(interval: ${interval}) { at ${SUMS} } ${breakdowns.map(breakdownFields).join(' ')}`,
      result: ({ series: points, ...counts }, { series: [interval], breakdowns }) => ({
        ...{ ...counts, series: [{ interval, points }] },
        breakdowns: breakdowns.map((asked: Asked) => ({ ...asked, ...counts[asked.by] })),
      }),
    },
  ],
  [
    unknownVisits,
    {
      ...{ field: 'query unknownVisits', takes: { hostname: 'String', days: 'Int', take: 'Int' } },
      reads: 'hostname slug hits firstDay lastDay',
    },
  ],
  [listTags, { field: 'query tags', reads: TAG }],
  [updateTag, { field: 'mutation updateTag', takes: { id: 'ID!', name: 'String', color: 'String' }, reads: TAG }],
  [deleteTag, { field: 'mutation deleteTag', takes: { id: 'ID!' } }],
  [
    listAuditEntries,
    {
      field: 'query auditLog',
      takes: {
        ...{ take: 'Int', cursor: 'String', action: 'String', targetId: 'ID' },
        ...{ actor: 'String', from: 'String', to: 'String' },
      },
      reads: `items { id at actor surface action targetKind targetId changed requestId network } nextCursor`,
    },
  ],
  [listDomains, { field: 'query domains', reads: 'id hostname verified' }],
])

interface Asked {
  readonly by: string
  readonly take: number
}

const breakdownFields = ({ by, take }: Asked) =>
  `${by}: breakdown(by: ${by}, take: ${take}) { rows { value label ${SUMS} } other { ${SUMS} } }`
