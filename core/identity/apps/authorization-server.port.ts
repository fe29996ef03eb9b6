import type { Instant } from '../../kernel/caller.ts'
import type { UserId } from '../../kernel/ids.ts'
import type { Scope } from '../../kernel/scopes.ts'

/** A program that asks for access to an account. */
export interface AppClient {
  readonly id: string
  /** The name that it gives itself; the host of its metadata or redirect if it gives none. */
  readonly name: string
  /** The host of its metadata document, which proves where it comes from; null for others. */
  readonly host: string | null
  /** Whether its name is known to be true: it has a metadata document, or the operator named it. */
  readonly verified: boolean
}

/** An app that waits for the consent of an account. */
export interface PendingApp {
  readonly client: AppClient
  /** The host that gets the answer, such as `claude.ai` or `localhost`. */
  readonly redirectHost: string
  /** The scopes that it asks for, without `account`; at least one. */
  readonly scopes: readonly Scope[]
  readonly expiresAt: Instant
}

/** The consent of an account. */
export interface Consent {
  readonly owner: UserId
  readonly grantId: string
  readonly scopes: readonly Scope[]
  /** When the access ends unless it is used before. */
  readonly expiresAt: Instant
}

/** The server that gives apps their tokens. */
export interface AuthorizationServer {
  /** Finds an app that waits for an answer; undefined if it was answered, or waited too long. */
  findPending(uid: string): Promise<PendingApp | undefined>
  /** Grants the consent. Returns the URL where the browser continues; undefined if no app waits. One of several concurrent answers wins. */
  approve(uid: string, consent: Consent): Promise<string | undefined>
  /** Refuses. Returns the URL where the browser continues; undefined if no app waits. */
  deny(uid: string): Promise<string | undefined>
}

/** For services without apps. */
export const noAuthorizationServer: AuthorizationServer = {
  findPending: async () => undefined,
  approve: async () => undefined,
  deny: async () => undefined,
}
