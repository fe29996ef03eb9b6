import { codeOf } from '../api/errors.ts'

/** What is known after a look at DNS. Only `missing` says something about the record. */
export type CheckOutcome = 'verified' | 'missing' | 'unanswered' | 'taken' | 'failed'

/** The outcome of a check by its answer or error. */
export function checkOutcome(answer: { readonly verified: boolean } | undefined, error: unknown): CheckOutcome {
  if (error) {
    const code = codeOf(error)
    return code === 'UPSTREAM_FAILED' ? 'unanswered' : code === 'CONFLICT' ? 'taken' : 'failed'
  }
  return answer?.verified ? 'verified' : 'missing'
}
