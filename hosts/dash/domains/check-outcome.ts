import { codeOf } from '../api/errors.ts'

/** Result of a DNS check. Only `missing` makes a statement about the record. */
export type CheckOutcome = 'verified' | 'missing' | 'unanswered' | 'taken' | 'failed'

/** The outcome of a check, from its response or error. */
export function checkOutcome(answer: { readonly verified: boolean } | undefined, error: unknown): CheckOutcome {
  if (error) {
    const code = codeOf(error)
    return code === 'UPSTREAM_FAILED' ? 'unanswered' : code === 'CONFLICT' ? 'taken' : 'failed'
  }
  return answer?.verified ? 'verified' : 'missing'
}
