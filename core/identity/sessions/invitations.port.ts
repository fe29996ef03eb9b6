import type { Instant } from '../../kernel/caller.ts'

/** Invitations to sign up, by the digests of their codes. Each admits one account. */
export interface Invitations {
  /** Stores an invitation, and deletes those that expired before it was created. */
  add(invitation: { readonly digest: string; readonly createdAt: Instant; readonly expiresAt: Instant }): Promise<void>
  /** Whether an unused invitation has the digest, and expires after the instant. */
  has(digest: string, at: Instant): Promise<boolean>
  /** Deletes the invitation; false if there is none, or it has expired. Among concurrent calls one gets true. */
  spend(digest: string, at: Instant): Promise<boolean>
}
