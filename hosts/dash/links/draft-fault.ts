import { ApiError } from '../api/errors.ts'

/** The inputs that have a field in the edit form. */
const INPUTS = /^(target|title|tags|note|startsAt|expiresAt|maxVisits|fallbackTarget|password|utm\.\w+|preview\.\w+)/

/** Which field of the edit form an error of the server is about, and its reason; undefined if it is about none. */
export function draftFault(error: unknown) {
  if (!(error instanceof ApiError)) return undefined
  const [, input] = INPUTS.exec(error.path ?? '') ?? []
  return input === undefined ? undefined : { input, message: error.message }
}
