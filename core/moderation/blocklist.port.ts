import type { HostBlocks } from '../kernel/target-hosts.ts'

/** The blocked hosts, in memory. */
export interface Blocklist extends HostBlocks {
  isEmpty(): boolean
  /** Resolves when memory has the state of the store at the time of the call. Changes are read within a second without it. */
  refresh(): Promise<void>
}
