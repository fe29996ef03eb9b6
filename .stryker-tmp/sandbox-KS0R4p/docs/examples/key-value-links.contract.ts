/** Holds the links of key-value-links.ts against what core asks of any `Links`. Run by vitest. */
import { openMemoryStore } from '@shortlink/adapters/memory'
import type { Hit, HitId, Store } from '@shortlink/core'
import { linkListsContract, linksContract } from '@shortlink/core/contracts'
import { describe } from 'vitest'
import { type KeyValue, keyValueLinks } from './key-value-links.ts'

/** A key-value store in memory. Nothing awaits between its reads and writes, so nobody comes between. */
function memoryKeyValue(): KeyValue {
  const entries = new Map<string, string>()
  return {
    get: async (key) => entries.get(key),
    async write({ unless, given, set = {}, delete: keys = [] }) {
      if (unless !== undefined && entries.has(unless)) return false
      if (given !== undefined && !entries.has(given)) return false
      for (const [key, value] of Object.entries(set)) entries.set(key, value)
      for (const key of keys) entries.delete(key)
      return true
    },
    async change(key, change) {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.set(key, change(value))
      return entries.get(key)
    },
    async *values(prefix) {
      for (const [key, value] of entries) if (key.startsWith(prefix)) yield value
    },
  }
}

/** What is not tried here stays in memory, so that one port is built at a time. */
function openStore(): Store {
  const rest = openMemoryStore()
  const links = keyValueLinks(memoryKeyValue())
  const recorded = new Map<HitId, Hit>()
  const store: Store = {
    ...rest,
    links,
    hits: {
      ...rest.hits,
      async record(hits) {
        for (const hit of hits) recorded.set(hit.id, hit)
        await links.countHits(hits)
      },
      async findOwned(owner, id) {
        const hit = recorded.get(id)
        return hit && (await links.findOwned(owner, hit.link)) ? hit : undefined
      },
    },
    // Undoes nothing: `atomicContract` is for when it does.
    atomic: (work) => work(store),
  }
  return store
}

describe('links in a key-value store', () => {
  const store = openStore()
  linksContract(() => store)
  linkListsContract(() => store)
})
