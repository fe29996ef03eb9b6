/** Tests the links of key-value-links.ts against the contract of core. Run by vitest. */
import { openMemoryStore } from '@shortlink/adapters/memory'
import type { Hit, HitId } from '@shortlink/core'
import { linkListsContract, linksContract, visitLimitsContract } from '@shortlink/core/contracts'
import type { Hits } from '@shortlink/core/ports'
import { describe } from 'vitest'
import { keyValueLinks } from './key-value-links.ts'
import { memoryKeyValue } from './memory-key-value.ts'

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
  return {
    links,
    visitLimits: links.visitLimits,
    users: memory.users,
    hits,
    removals: memory.removals,
  }
}

describe('links in a key-value store', () => {
  const collections = openCollections()
  linksContract(() => collections)
  visitLimitsContract(() => collections)
  linkListsContract(() => collections, { links: 1_000 })
})
