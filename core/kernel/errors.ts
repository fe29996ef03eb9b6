import { PERMISSIONS, type Scope } from './scopes.ts'

/**
 * All errors that a caller can act on; other errors are thrown. Surfaces map them with a table
 * `satisfies Record<DomainError['type'], …>`, so a new member does not compile until every surface handles it.
 */
export type DomainError =
  | { type: 'not-logged-in' }
  | { type: 'bad-credentials' }
  | { type: 'wrong-password' }
  | { type: 'permission-denied' }
  | { type: 'not-administrator' }
  /** `by` is who lacks the scope: an API key by default. */
  | { type: 'missing-scope'; scope: Scope; by?: 'app' }
  | { type: 'sign-up-closed' }
  | { type: 'wrong-sign-up-token' }
  | { type: 'reserved-email' }
  | { type: 'invalid-input'; message: string; path: string }
  | { type: 'not-found'; what: RecordName }
  | { type: 'link-disabled' }
  | { type: 'link-expired' }
  | { type: 'link-password-required' }
  | { type: 'wrong-link-password' }
  | { type: 'slug-taken' }
  | { type: 'slug-reserved' }
  | { type: 'external-id-taken' }
  | { type: 'email-taken' }
  | { type: 'idempotency-key-reused' }
  | { type: 'domain-taken' }
  | { type: 'link-changed' }
  | { type: 'upstream-failed'; what: string }
  | { type: 'plan-limit'; message: string }
  | { type: 'billing-not-configured' }
  | { type: 'payment-declined'; message: string }
  | { type: 'too-many-visits' }
  | { type: 'overloaded'; retryAfterSeconds: number }
  | { type: 'unavailable'; message: string }

/** Public names of records, for `not-found`. */
export type RecordName =
  | 'Shortlink'
  | 'Alias'
  | 'Tag'
  | 'Target'
  | 'Hit'
  | 'User'
  | 'API key'
  | 'Session'
  | 'Reset link'
  | 'Domain'
  | 'Blocked host'
  | 'Report'
  | 'Bio page'
  | 'Bio link'
  | 'Webhook'
  | 'Webhook delivery'
  | 'Subscription'
  | 'QR style'
  | 'Stat share'
  | 'Annotation'
  | 'Connected app'
  | 'Connection request'
  | 'Saved view'
  | 'Campaign template'
  | 'Import'
  | 'Page'

/** The members of {@link DomainError} of the given type. */
export type ErrorOf<Type extends DomainError['type']> = Extract<DomainError, { type: Type }>

const wording: { [Type in DomainError['type']]: (error: ErrorOf<Type>) => string } = {
  'not-logged-in': () => 'You must be logged in.',
  'bad-credentials': () => 'Invalid email or password.',
  'wrong-password': () => 'Invalid password',
  'permission-denied': () => 'Permission denied',
  'not-administrator': () => 'Only the session of an administrator may do this',
  'missing-scope': ({ scope, by }) =>
    by === 'app' ? `This app lacks the scope ${scope}; ${adviceToApp(scope)}` : `This API key lacks the scope ${scope}`,
  'sign-up-closed': () => 'Sign-up is closed',
  'wrong-sign-up-token': () =>
    'The first account needs the sign-up token: SIGNUP_TOKEN, or the one that the server printed at its start',
  'reserved-email': () =>
    'This email address is reserved for an administrator; create the account with "shortlink user create"',
  'invalid-input': (error) => error.message,
  'not-found': (error) => `${error.what} not found`,
  'link-disabled': () => 'Link disabled',
  'link-expired': () => 'Link expired',
  'link-password-required': () => 'Password required',
  'wrong-link-password': () => 'Wrong password',
  'slug-taken': () => 'Slug already exists',
  'slug-reserved': () => 'Slug is reserved',
  'external-id-taken': () => 'Another link has this externalId',
  'email-taken': () => 'Email already registered',
  'idempotency-key-reused': () => 'Idempotency key reused with different arguments',
  'domain-taken': () => 'Domain already claimed',
  'link-changed': () => 'The link has changed since that version',
  'upstream-failed': (error) => `${error.what} did not answer`,
  'plan-limit': (error) => error.message,
  'billing-not-configured': () => 'Billing is not configured',
  'payment-declined': (error) => error.message,
  'too-many-visits': () => 'Too many visits at once: narrow the range or the links',
  overloaded: ({ retryAfterSeconds }) => `Too many requests, try again in ${retryAfterSeconds} seconds`,
  unavailable: (error) => error.message,
}

/** The public message of an error, the same on every surface. Contains no internals and no secrets. */
export function describeError<E extends DomainError>(error: E): string {
  return (wording[error.type] as (error: E) => string)(error)
}

/** How an app gets a scope. */
const adviceToApp = (scope: Scope) =>
  scope === 'account'
    ? 'no app gets it, so do this in the dashboard'
    : `connect it again and tick "${PERMISSIONS[scope]}"`
