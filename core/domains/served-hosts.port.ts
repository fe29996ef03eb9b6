import type { Domain } from './domain.ts'

/**
 * What a Host header means: `own` is a host of the service; `unclaimed` one that was never claimed as a domain, while such hosts get
 * the service too; a verified domain serves its owner's links and bio pages; `foreign` serves nothing.
 */
export type ServedHost = 'own' | 'unclaimed' | 'foreign' | Domain

export interface ServedHosts {
  /** True for `own`. Asks nothing of the store. */
  isOwn(host: string): boolean
  /** At once when warm, else a promise. Rejects when the store cannot be asked. */
  find(host: string): ServedHost | Promise<ServedHost>
}
