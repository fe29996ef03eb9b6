import { ApiError } from '../../api/errors.ts'

/** The inputs that have a field in the edit form. */
const INPUTS =
  /^(target|title|tags|note|externalId|startsAt|expiresAt|maxVisits|fallbackTarget|password|utm\.\w+|preview\.\w+)/

/** The field of the edit form that a server error refers to, and its reason; undefined for other errors. */
export function draftFault(error: unknown) {
  if (!(error instanceof ApiError)) return undefined
  const [, input] = INPUTS.exec(error.path ?? '') ?? []
  return input === undefined ? undefined : { input, message: error.message }
}
