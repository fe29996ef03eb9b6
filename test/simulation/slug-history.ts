import assert from 'node:assert/strict'
import type { LinkId, UserId } from '@shortlink/core'
import type { World } from './world.ts'

interface SlugState {
  /** All links that ever had it. */
  readonly links: Set<LinkId>
  owner: UserId | null | undefined
  formerOwner: UserId | null | undefined
  freedAtMs: number
}

/** Which owner had each slug of the service's own host, and since when it is free. */
export class SlugHistory {
  readonly #world: World
  readonly #tombstoneMs: number
  /** Resolves when all commits so far are noted. */
  #noted: Promise<unknown> = Promise.resolve()
  readonly #slugs = new Map<string, SlugState>()

  constructor(world: World, slugs: readonly string[], tombstoneMs: number) {
    this.#world = world
    this.#tombstoneMs = tombstoneMs
    for (const slug of slugs)
      this.#slugs.set(slug, { links: new Set(), owner: undefined, formerOwner: undefined, freedAtMs: 0 })
    world.onCommit((change) => {
      if (change === 'everything' || !('slug' in change)) return
      const note = this.#note(change.slug)
      this.#noted = Promise.all([this.#noted, note])
      world.observe(note)
    })
  }

  /** Notes a response: the link had the slug at one of the commits so far. */
  mustHaveBeen(slug: string, link: LinkId) {
    const check = async () =>
      assert(this.#slugs.get(slug)?.links.has(link), `${slug} was given to ${link}, which never had it`)
    this.#world.observe(this.#noted.then(check))
  }

  /** The account for which a tombstone holds the slug now. */
  heldFor(slug: string): UserId | undefined {
    const state = this.#slugs.get(slug)
    if (!state?.formerOwner || state.owner !== undefined) return undefined
    return this.#world.clock.now() - state.freedAtMs < this.#tombstoneMs ? state.formerOwner : undefined
  }

  async #note(slug: string) {
    const state = this.#slugs.get(slug)
    if (state === undefined) return
    const { clock, store } = this.#world
    const atMs = clock.now()
    const links = await store.links.listAll({ skip: 0, take: 1000 })
    const having = links.filter((link) => link.slug === slug || link.aliases.includes(slug))
    assert(having.length <= 1, `${slug} has ${having.length} links`)
    const [link] = having
    if (link) this.#take(slug, state, link.owner, atMs)
    else this.#free(state, atMs)
    if (link) state.links.add(link.id)
  }

  #take(slug: string, state: SlugState, owner: UserId | null, atMs: number) {
    const before = state.owner === undefined ? state.formerOwner : state.owner
    if (before !== undefined && before !== owner) {
      const freeMs = state.owner === undefined ? atMs - state.freedAtMs : 0
      assert(freeMs >= this.#tombstoneMs, `${slug} went from ${before} to ${owner} after ${freeMs} ms`)
    }
    state.owner = owner
  }

  #free(state: SlugState, atMs: number) {
    if (state.owner === undefined) return
    state.formerOwner = state.owner
    state.freedAtMs = atMs
    state.owner = undefined
  }
}
