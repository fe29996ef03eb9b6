/**
 * Everything that can go wrong and that a caller can act on. A surface maps it with a table
 * `satisfies Record<DomainError['type'], …>`, so that a new member does not compile until every surface words it.
 * What a caller cannot act on is thrown.
 */
export type DomainError =
  | { type: 'not-logged-in' }
  | { type: 'bad-credentials' }
  | { type: 'wrong-password' }
  | { type: 'permission-denied' }
  | { type: 'invalid-input'; message: string; path: string }
  | { type: 'not-found'; what: RecordName }
  | { type: 'link-disabled' }
  | { type: 'slug-taken' }
  | { type: 'slug-reserved' }
  | { type: 'email-taken' }
  | { type: 'idempotency-key-reused' }
  | { type: 'domain-taken' }
  | { type: 'upstream-failed'; what: string }
  | { type: 'plan-limit'; message: string }
  | { type: 'billing-not-configured' }
  | { type: 'payment-declined'; message: string }
  | { type: 'overloaded'; retryAfterSeconds: number }
  | { type: 'unavailable'; message: string }

/** The public names of the records that can be missing. */
export type RecordName =
  | 'Shortlink'
  | 'Target'
  | 'Hit'
  | 'User'
  | 'API key'
  | 'Domain'
  | 'Bio page'
  | 'Bio link'
  | 'Webhook'
  | 'Webhook delivery'
  | 'Subscription'

/** The member, or members, of {@link DomainError} with the given tag. */
export type ErrorOf<Type extends DomainError['type']> = Extract<DomainError, { type: Type }>

const wording: { [Type in DomainError['type']]: (error: ErrorOf<Type>) => string } = {
  'not-logged-in': () => 'You must be logged in.',
  'bad-credentials': () => 'Invalid email or password.',
  'wrong-password': () => 'Invalid password',
  'permission-denied': () => 'Permission denied',
  'invalid-input': (error) => error.message,
  'not-found': (error) => `${error.what} not found`,
  'link-disabled': () => 'Link disabled',
  'slug-taken': () => 'Slug already exists',
  'slug-reserved': () => 'Slug is reserved',
  'email-taken': () => 'Email already registered',
  'idempotency-key-reused': () => 'Idempotency key reused with different arguments',
  'domain-taken': () => 'Domain already claimed',
  'upstream-failed': (error) => `${error.what} did not answer`,
  'plan-limit': (error) => error.message,
  'billing-not-configured': () => 'Billing is not configured',
  'payment-declined': (error) => error.message,
  overloaded: ({ retryAfterSeconds }) => `Too many requests, try again in ${retryAfterSeconds} seconds`,
  unavailable: (error) => error.message,
}

/** The public wording of an error, the same on every surface. Never holds internals or secrets. */
export function describeError<E extends DomainError>(error: E): string {
  return (wording[error.type] as (error: E) => string)(error)
}
