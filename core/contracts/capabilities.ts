import { errAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import type { Store } from '../ports.ts'
import { aLink, newLink, newOwner, unique } from './samples.ts'

/** Capabilities that a store under construction may lack. Tests that need a capability are skipped when it is false. */
export interface Capabilities {
  /** `atomic` undoes its work on Err and on a throw, and locks hold until it ends. */
  readonly atomic: boolean
  /** Lists of links can be searched. */
  readonly search: boolean
}

type Probed = Pick<Store, 'links' | 'users' | 'atomic'>

/** Whether a store has each capability, found out by trying. */
const PROBES: Record<keyof Capabilities, (store: Probed) => Promise<boolean>> = {
  async atomic(store) {
    const link = aLink()
    await store.atomic((inner) => inner.links.insert(link).andThen(() => errAsync('undone')))
    return (await store.links.findBySlug('', link.slug)) === undefined
  },
  async search(store) {
    const [owner, title] = [await newOwner(store), unique()]
    await newLink(store, { owner, title })
    await newLink(store, { owner })
    return (await store.links.list(owner, { skip: 0, take: 9, search: title })).length === 1
  },
}

/** Fails where a store claims a capability that it lacks, or denies one that it has. */
export const capabilitiesContract = (
  store: () => Probed,
  { atomic = true, search = true }: Partial<Capabilities> = {},
) =>
  describe('capabilities', () => {
    it.each(Object.entries({ atomic, search }))(
      'the store has the capability %s if it claims %s',
      async (name, claimed) => {
        const has = await PROBES[name as keyof Capabilities](store()).catch(() => false)
        expect(has, `the store ${claimed ? 'claims' : 'denies'} the capability "${name}"`).toBe(claimed)
      },
    )
  })
