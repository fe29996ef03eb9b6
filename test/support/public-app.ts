import { type App, createApp, type Link, type User } from '@shortlink/core'
import { namespaceOf } from '@shortlink/core/adapter'
import type { ServedLinks, Store } from '@shortlink/core/ports'
import { newUser, type TestClock, testPorts } from './ports.ts'

export const BASE_URL = 'https://sho.rt'
export const CUSTOM_HOST = 'links.example'

interface PublicApp {
  readonly ports: ReturnType<typeof testPorts>
  readonly app: App
  readonly store: Store
  readonly clock: TestClock
  /** Owns {@link CUSTOM_HOST}. */
  readonly user: User
  readonly stranger: User
}

/** Creates the service over a store in memory, with two accounts and a custom domain. */
export async function publicApp(): Promise<PublicApp> {
  const plain = testPorts()
  const user = await newUser(plain)
  const ports = testPorts({
    store: plain.store,
    ids: plain.ids,
    servedLinks: servedFrom(plain.store, user),
    // The number of themes exceeds the number of pages of a free account.
    policy: { ...plain.policy, defaultPlan: 'PRO' },
  })
  return { ports, app: createApp(ports), store: ports.store, clock: ports.clock, user, stranger: await newUser(ports) }
}

const servedFrom = (store: Store, { userId }: User): ServedLinks => ({
  async find(host, slug) {
    const hostname = host === CUSTOM_HOST ? host : ''
    return toServed(await store.links.findBySlug(namespaceOf({ hostname, owner: userId }), slug))
  },
})

const toServed = (link: Link | undefined) =>
  link && { ...link, location: link.target, rules: null, isIgnored: null, extras: null }
