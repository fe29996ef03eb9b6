import { z } from 'zod'
import { text } from '../../kernel/input.ts'
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
