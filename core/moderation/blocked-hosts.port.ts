import type { Instant } from '../kernel/caller.ts'
import type { Page } from '../kernel/page.ts'
import type { BlockedHost } from './blocked-host.ts'

/** The number of the list with the hosts that operators blocked one by one; always in force. */
export const MANUAL_LIST = 0

/** The lists that are in force. */
export interface BlocklistState {
  /** Increases with every change. */
  readonly version: number
  /** The number of the imported list; {@link MANUAL_LIST} without one. */
  readonly list: number
  /** The number of hosts on the imported list, which only decreases while it is in force. */
  readonly hosts: number
}

/** Blocked hosts. Each change is announced on the link feed as `everything`. */
export interface BlockedHosts {
  state(): Promise<BlocklistState>
  /** At most `take` hosts of a list after `after`, in the order of their code points. */
  names(list: number, after: string, take: number): Promise<readonly string[]>
  /** Hosts of the lists in force that contain the text, in the order of their code points. */
  list(page: Page, search?: string): Promise<readonly BlockedHost[]>
  count(search?: string): Promise<number>
  /** Blocks the host, or changes its reason. False if there are {@link MAX_MANUAL_HOSTS} others. */
  block(host: Omit<BlockedHost, 'source'>): Promise<boolean>
  /** Removes the host from the lists in force; false if it is on none. */
  unblock(host: string): Promise<boolean>
  /** Adds hosts to a list that is not in force yet; those that it has are skipped. */
  addToList(list: number, hosts: readonly string[], at: Instant): Promise<void>
  /** Puts the list in force in place of the imported one; undefined if that is a later one. Returns its number of hosts. */
  putInForce(list: number): Promise<number | undefined>
  /** Deletes at most `take` hosts of lists before the one in force; returns their number. */
  sweep(take: number): Promise<number>
}
