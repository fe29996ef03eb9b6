import type { Domain } from './domain.ts'

/**
 * Meaning of a Host header: `own` is a host of the service; `unclaimed` was never claimed as a domain and gets the service too; a
 * verified domain serves its owner's links and bio pages; `foreign` serves nothing.
 */
export type ServedHost = 'own' | 'unclaimed' | 'foreign' | Domain

export interface ServedHosts {
  /** True for `own`; does not read the store. */
  isOwn(host: string): boolean
  /** Synchronous when cached, otherwise a promise, which rejects when the store fails. */
  find(host: string): ServedHost | Promise<ServedHost>
}
