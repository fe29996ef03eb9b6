import type { Hit, LinkId } from '@shortlink/core'
import { aHit } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import { afterAll, beforeAll, vi } from 'vitest'
import type { RunningServer } from '../../../hosts/server/serve.ts'
import { newAccount } from '../../support/api.ts'
import { type Database, startTestServer } from '../../support/server.ts'

const CREATE = 'mutation { createShortlink(target: "https://example.com/") }'
const LINKS = '{ shortlinkConnection { items { id shortlink } } }'

export type Account = Awaited<ReturnType<typeof newAccount>>

/** An account with a link. */
export async function accountWithLink(url: string) {
  const account = await newAccount(url)
  await account.ask(CREATE)
  const { data } = await account.ask(LINKS)
  const [{ id, shortlink }] = data.shortlinkConnection.items
  return { account, link: { id: id as LinkId, slug: shortlink as string } }
}

/** A server in this process whose store the tests reach. */
export async function startWithStore(database: Database, settings: Record<string, string> = {}) {
  let found: Store | undefined
  const server = await startTestServer({
    database,
    settings,
    configure: (root) =>
      root.decorate('store', (store) => {
        found = store
        return store
      }),
  })
  const store = found as Store
  return { server, store, reads: vi.spyOn(store.hitStream, 'ofOwner') }
}

/** The same for all tests of a `describe`. */
export function useServerWithStore(database: Database, settings: Record<string, string> = {}) {
  let running: { server: RunningServer; store: Store } | undefined
  beforeAll(async () => {
    running = await startWithStore(database, settings)
  })
  afterAll(() => running?.server.close('tests are over'))
  const get = () => {
    if (running === undefined) throw new Error('The server is started by beforeAll')
    return running
  }
  return {
    get url() {
      return get().server.url
    },
    get store() {
      return get().store
    },
  }
}

/** Stores visits of a link, oldest first. */
export async function storeHits(store: Store, link: LinkId, count: number, given: Partial<Hit> = {}): Promise<Hit[]> {
  const hits = Array.from({ length: count }, (_, n) => aHit(link, { at: Date.UTC(2026, 0, 1) + n, ...given }))
  for (let from = 0; from < count; from += 1000) await store.hits.record(hits.slice(from, from + 1000))
  return hits
}
