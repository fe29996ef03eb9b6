import { z } from 'zod'
import type { Instant } from '../../kernel/caller.ts'
import type { DomainId } from '../../kernel/ids.ts'
import { id, instant, text, withDefault } from '../../kernel/input.ts'
import { tagList } from '../../tags/tag-input.ts'
import { TAGS_PER_LINK } from '../../tags/tag-name.ts'
import type { LinkOutline } from '../link.ts'
import { LINK_SORTS, LINK_STATUSES, type LinkSort } from '../link-status.ts'
import type { OwnLinksFilter } from '../links.port.ts'

const MAX_SEARCH_LENGTH = 2048
const STATUSES = LINK_STATUSES.join(', ')
const SORTS = LINK_SORTS.join(', ')

/** A filter that null leaves out, as its absence does. */
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((given) => given ?? undefined)

const presence = (name: string, what: string) =>
  optional(z.boolean(`${name} must be true or false`)).describe(
    `True returns only links with ${what}, false only links without.`,
  )

const tagFilter = (which: string) =>
  tagList
    .nullish()
    .transform((tags) => (tags?.length ? tags : undefined))
    .describe(`Only links with ${which} of these tags, at most ${TAGS_PER_LINK}.`)

/** The arguments that narrow a list of an account's links down. */
export const filterInput = {
  search: text('search', { max: MAX_SEARCH_LENGTH })
    .nullish()
    .transform((value) => value?.trim() || undefined)
    .describe(
      `Only links whose slug, alias, target or title contains this text, case-insensitive, at most ${MAX_SEARCH_LENGTH} characters.`,
    ),
  tags: tagFilter('all'),
  status: optional(z.enum(LINK_STATUSES, `status must be one of ${STATUSES}`)).describe(
    `Only links with this status: ${STATUSES}.`,
  ),
  archived: z
    .boolean('archived must be true or false')
    .nullable()
    .default(false)
    .transform((archived) => archived ?? undefined)
    .describe('False, the default, excludes archived links; true returns only archived links; null returns both.'),
  withoutTags: tagFilter('none'),
  createdFrom: optional(instant('createdFrom')).describe('Only links created at this time or later, ISO 8601.'),
  createdTo: optional(instant('createdTo')).describe('Only links created before this time, ISO 8601.'),
  hasRules: presence('hasRules', 'routing rules'),
  hasPassword: presence('hasPassword', 'a password'),
  hasLimit: presence('hasLimit', 'a visit limit'),
  hasCampaign: presence('hasCampaign', 'campaign parameters'),
}

const filterSchema = z.object(filterInput)
type FilterInput = z.output<typeof filterSchema>
const FILTERS = (Object.keys(filterInput) as (keyof FilterInput)[]).filter((name) => name !== 'archived')

/** The argument that orders a list of an account's links. */
export const sortInput = withDefault(z.enum(LINK_SORTS, `sort must be one of ${SORTS}`), 'NEWEST').describe(
  `The sort order: ${SORTS}. Ties are sorted newest first.`,
)

/** The arguments that order a list of an account's links, and select a domain. */
export const orderInput = {
  domainId: id<DomainId>('domainId').nullish().describe("Only links on the caller's custom domain of this id."),
  sort: sortInput,
}

const orderSchema = z.object(orderInput)
type OrderInput = z.output<typeof orderSchema>

/** The sort keys of orders other than creation. */
export const SORT_KEYS: Readonly<Partial<Record<LinkSort, (link: LinkOutline) => number>>> = {
  MOST_VISITED: ({ hitCount }) => hitCount,
  RECENTLY_UPDATED: ({ updatedAt }) => updatedAt,
}

/** Whether the filter may have to read all links of the account. */
const isNarrow = ({ archived, ...filter }: FilterInput): boolean =>
  archived === true || FILTERS.some((name) => filter[name] !== undefined)

/** Whether the list may have to read all links of the account. */
export const isSelective = (asked: FilterInput & OrderInput): boolean =>
  isNarrow(asked) || asked.domainId != null || asked.sort in SORT_KEYS

/** The filter of a store for the arguments at the instant. */
export const filterAt = ({ status, ...filter }: Partial<FilterInput>, at: Instant): OwnLinksFilter => ({
  ...filter,
  status: status && { is: status, at },
})
