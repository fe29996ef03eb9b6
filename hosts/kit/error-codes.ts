import type { DomainError } from '@shortlink/core'

/** The codes of expected errors, the same over GraphQL and on the command line. */
export type DomainErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'BAD_USER_INPUT'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PLAN_LIMIT'
  | 'RATE_LIMITED'
  | 'QUERY_TOO_COMPLEX'
  | 'BILLING_NOT_CONFIGURED'
  | 'UPSTREAM_FAILED'
  | 'UNAVAILABLE'

/** The code of each expected error. */
export const DOMAIN_ERROR_CODES = {
  'not-logged-in': 'UNAUTHENTICATED',
  'bad-credentials': 'UNAUTHENTICATED',
  'wrong-password': 'BAD_USER_INPUT',
  'permission-denied': 'FORBIDDEN',
  'not-administrator': 'FORBIDDEN',
  'missing-scope': 'FORBIDDEN',
  'sign-up-closed': 'FORBIDDEN',
  'wrong-sign-up-token': 'FORBIDDEN',
  'reserved-email': 'FORBIDDEN',
  'invalid-input': 'BAD_USER_INPUT',
  'link-disabled': 'NOT_FOUND',
  'link-expired': 'NOT_FOUND',
  'link-password-required': 'FORBIDDEN',
  'wrong-link-password': 'FORBIDDEN',
  'not-found': 'NOT_FOUND',
  'slug-taken': 'CONFLICT',
  'external-id-taken': 'CONFLICT',
  'slug-reserved': 'BAD_USER_INPUT',
  'email-taken': 'CONFLICT',
  'idempotency-key-reused': 'CONFLICT',
  'domain-taken': 'CONFLICT',
  'link-changed': 'CONFLICT',
  'upstream-failed': 'UPSTREAM_FAILED',
  'plan-limit': 'PLAN_LIMIT',
  'billing-not-configured': 'BILLING_NOT_CONFIGURED',
  'payment-declined': 'UPSTREAM_FAILED',
  'too-many-visits': 'QUERY_TOO_COMPLEX',
  overloaded: 'RATE_LIMITED',
  unavailable: 'UNAVAILABLE',
} satisfies Record<DomainError['type'], DomainErrorCode>
