import { setImmediate } from 'node:timers/promises'
import { MANUAL_LIST, MAX_LISTED_HOSTS, MAX_MANUAL_HOSTS } from '@shortlink/core/adapter'
import type { Blocklist, Store } from '@shortlink/core/ports'
import { systemTimers, type Timers } from '../kit/timers.ts'
import { HostSet } from './host-set.ts'

interface BlocklistOptions {
  readonly store: Pick<Store, 'blockedHosts' | 'linkFeed'>
  /** Called when the store cannot be read; the last state stays in force, and reading is retried. */
  readonly onFailure?: (error: unknown) => void
  readonly timers?: Pick<Timers, 'every'>
}

export interface RunningBlocklist extends Blocklist {
  /** Calls the listener after each change in memory. */
  subscribe(listener: () => void): void
  /** Ends the subscription to the store's changes. */
  close(): void
}

/** Names per read: adding them takes about half a millisecond, and several times as long on a busy machine. */
const BATCH_SIZE = 1000
/** Between attempts while the store fails, and between reads while the feed of changes is not live. */
const RETRY_MS = 500

/** {@link Blocklist} over the hosts of the store, read in slices. Empty until the first `refresh`. */
export function cachedBlocklist({
  store: { blockedHosts, linkFeed },
  onFailure = () => {},
  timers: { every } = systemTimers,
}: BlocklistOptions): RunningBlocklist {
  const listeners = new Set<() => void>()
  let known = { version: -1, list: MANUAL_LIST, hosts: 0 }
  let manual: HostSet | undefined
  let imported: HostSet | undefined
  let hasFailed = false
  let last: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  async function load(): Promise<void> {
    for (;;) {
      const state = await blockedHosts.state()
      if (state.version === known.version) return
      const isSameList = state.list === known.list && state.hosts === known.hosts
      const newImported = isSameList ? imported : await read(state.list, state.hosts)
      const newManual = await read(MANUAL_LIST, MAX_MANUAL_HOSTS)
      // A change while reading may have left a part of the names out.
      if ((await blockedHosts.state()).version !== state.version) continue
      known = state
      manual = newManual
      imported = newImported
      for (const listener of listeners) listener()
    }
  }

  async function read(list: number, hosts: number): Promise<HostSet | undefined> {
    let set: HostSet | undefined
    let after = ''
    for (;;) {
      const names = await blockedHosts.names(list, after, BATCH_SIZE)
      if (names.length > 0) set ??= new HostSet(Math.min(hosts, MAX_LISTED_HOSTS))
      for (const name of names) set?.add(name)
      if (names.length < BATCH_SIZE) return set
      after = names.at(-1) ?? ''
      await setImmediate()
    }
  }

  function refresh(): Promise<void> {
    if (queued === undefined) {
      // After the load that runs, which may have read the state before the change.
      queued = last.then(() => {
        queued = undefined
        return load()
      })
      last = queued.catch(() => {})
    }
    return queued
  }

  function follow() {
    refresh().then(
      () => {
        hasFailed = false
      },
      (error: unknown) => {
        if (!hasFailed) onFailure(error)
        hasFailed = true
      },
    )
  }

  const endFeed = linkFeed.subscribe((change) => {
    if (change === 'everything') follow()
  })
  const endRetries = every(RETRY_MS, () => {
    if (hasFailed || !linkFeed.live()) follow()
  })

  return {
    blocks: (host) => (manual?.includes(host) || imported?.includes(host)) ?? false,
    isEmpty: () => manual === undefined && imported === undefined,
    refresh,
    subscribe: (listener) => void listeners.add(listener),
    close() {
      endFeed()
      endRetries()
    },
  }
}
