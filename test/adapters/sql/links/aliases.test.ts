import { newLink, newOwner, unique } from '@shortlink/core/contracts'
import type { LinkChange, Store } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { DATABASES } from '../../../support/server.ts'
import { storeWithSql } from '../../../support/store-with-sql.ts'

async function aliasedLink(store: Store) {
  const owner = await newOwner(store)
  const [link, alias] = [await newLink(store, { owner }), unique()]
  await store.links.addAlias(owner, link.id, { slug: alias, at: 0, max: 1 })
  return { ...link, owner, alias }
}

describe.each(DATABASES)('aliases on %s beside a replica of the version before', (database) => {
  it('die with a link that it deletes', async () => {
    const { store, run } = await storeWithSql(database)
    const [gone, left] = [await aliasedLink(store), await aliasedLink(store)]
    await run(`delete from links where id = '${gone.id}'`)
    for (const slug of [gone.slug, gone.alias]) expect(await store.links.findBySlug('', slug)).toBeUndefined()
    expect(await store.links.findBySlug('', left.alias)).toMatchObject({ id: left.id, aliases: [left.alias] })
    expect((await store.links.insert({ ...left, id: unique() as never, slug: gone.alias, aliases: [] })).isOk()).toBe(
      true,
    )
  })

  it.runIf(database === 'postgres')('are reported with a link that it changes', async () => {
    const { store, run } = await storeWithSql(database)
    const { id, slug, alias } = await aliasedLink(store)
    const changes: LinkChange[] = []
    store.linkFeed.subscribe((change) => changes.push(change))
    await run(`update links set target = 'https://example.org/' where id = '${id}'`)
    const reported = () => changes.map((change) => (typeof change === 'object' && 'slug' in change ? change.slug : ''))
    await expect.poll(reported).toEqual(expect.arrayContaining([slug, alias]))
  })
})
