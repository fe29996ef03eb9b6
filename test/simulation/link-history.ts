import assert from 'node:assert/strict'
import type { Link } from '@shortlink/core'
import type { ServedLink } from '@shortlink/core/ports'
import type { Replica } from './replica.ts'
import type { World } from './world.ts'

/** How long after its commit a change may go unnoticed. */
const BOUND_MS = 1000

interface Version {
  /** What a visitor gets. */
  readonly value: string
  readonly atMs: number
  /** Whether the feed named the link; otherwise all links had to be read again. */
  readonly isNamed: boolean
}

const NO_LINK = 'no link'
const BLOCKED = 'blocked'

export const shownBy = (link: Pick<Link | ServedLink, 'disabled' | 'target'> | undefined) =>
  link === undefined ? NO_LINK : link.disabled ? BLOCKED : link.target

/** What was served under slugs of the service's own host, and since when. */
export class LinkHistory {
  readonly #world: World
  readonly #versions = new Map<string, Version[]>()
  /** By replica and slug, the version that the replica itself has written. */
  readonly #ownWrites = new Map<string, number>()

  constructor(world: World, slugs: readonly string[]) {
    this.#world = world
    for (const slug of slugs)
      this.#versions.set(slug, [{ value: NO_LINK, atMs: Number.NEGATIVE_INFINITY, isNamed: true }])
    world.onCommit((change) => {
      if (change === 'everything') for (const slug of slugs) void this.#note(slug, false)
      else if ('slug' in change) void this.#note(change.slug, true)
    })
  }

  /** The versions of a slug that replicas must not go behind, since the operation on this replica has ended. */
  written(replica: Replica, slug: string) {
    this.#ownWrites.set(this.#key(replica, slug), this.#of(slug).length - 1)
  }

  /** A read that has begun: call the result with the value that it found. */
  beginRead(replica: Replica, slug: string): (value: string) => void {
    const beganAtMs = this.#world.clock.now()
    const { lookups, parts } = replica
    const first = this.#ownWrites.get(this.#key(replica, slug)) ?? 0
    return (value) => {
      const versions = this.#of(slug)
      const isCurrent = versions.some((version, index) => {
        if (version.value !== value || index < first) return false
        const next = versions[index + 1]
        if (next === undefined) return true
        const replacedAtMs = next.atMs
        if (beganAtMs < replacedAtMs + BOUND_MS) return true
        // The store does not respond, and the feed may have lost the change: the cache serves what it has.
        return (!next.isNamed || parts.feed.wasDownSince(replacedAtMs)) && lookups.hadTroubleSince(replacedAtMs)
      })
      assert(isCurrent, `r${replica.index} read ${slug} at ${beganAtMs} ms as ${value}: ${JSON.stringify(versions)}`)
    }
  }

  #key = (replica: Replica, slug: string) => `${replica.index} ${replica.crashes} ${slug}`

  #of(slug: string): Version[] {
    const versions = this.#versions.get(slug)
    assert(versions)
    return versions
  }

  async #note(slug: string, isNamed: boolean) {
    const atMs = this.#world.clock.now()
    const value = shownBy(await this.#world.store.links.findBySlug('', slug))
    this.#of(slug).push({ value, atMs, isNamed })
  }
}
