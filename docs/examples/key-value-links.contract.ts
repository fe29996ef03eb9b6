/** Tests the links of key-value-links.ts against the contract of core. Run by vitest. */
import { openMemoryStore } from '@shortlink/adapters/memory'
import type { Hit, HitId, Hits } from '@shortlink/core'
import { linkListsContract, linksContract } from '@shortlink/core/contracts'
import { describe } from 'vitest'
import { type KeyValue, keyValueLinks } from './key-value-links.ts'

/** A key-value store in memory. Nothing awaits between its reads and writes, so each call is atomic. */
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

/** The collections that the contracts of links need. All but the links stay in memory. */
function openCollections() {
  const memory = openMemoryStore()
  const links = keyValueLinks(memoryKeyValue())
  const recorded = new Map<HitId, Hit>()
  const hits: Hits = {
    ...memory.hits,
    async record(hits) {
      for (const hit of hits) recorded.set(hit.id, hit)
      await links.countHits(hits)
    },
    async findOwned(owner, id) {
      const hit = recorded.get(id)
      return hit && (await links.findOwned(owner, hit.link)) ? hit : undefined
    },
  }
  return { links, users: memory.users, hits }
}

describe('links in a key-value store', () => {
  const collections = openCollections()
  linksContract(() => collections)
  linkListsContract(() => collections, { links: 1_000 })
})
