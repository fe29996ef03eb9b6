import { okAsync, type ResultAsync } from 'neverthrow'
import { z } from 'zod'
import type { ErrorOf } from '../../kernel/errors.ts'
import { found } from '../../kernel/found.ts'
import type { DomainId, UserId } from '../../kernel/ids.ts'
import { text } from '../../kernel/input.ts'
import type { Ports } from '../../ports.ts'
import { filterInput, orderInput } from '../lists/own-links-filter.ts'

const MAX_NAME_LENGTH = 60
const FILTERS = [...Object.keys(filterInput), 'domainId']

/** The filters of a view: the arguments that narrow a list of links down. */
export const viewFilter = z.strictObject(
  { ...filterInput, domainId: orderInput.domainId },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `filter has an unknown field ${issue.keys.join(', ')}; use ${FILTERS.join(', ')}`
        : 'filter must be an object',
  },
)

export const viewName = text('name', { min: 1, max: MAX_NAME_LENGTH, form: (value) => value.trim() }).describe(
  `The name, at most ${MAX_NAME_LENGTH} characters.`,
)

/** Fails if the filter has a domain that the owner does not have. */
export const checkDomain = (
  { store }: Pick<Ports, 'store'>,
  owner: UserId,
  id: DomainId | null | undefined,
): ResultAsync<unknown, ErrorOf<'not-found'>> =>
  id == null ? okAsync(undefined) : found(store.domains.findOwned(owner, id), 'Domain')
