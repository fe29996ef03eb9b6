import { join } from 'node:path'
import { openPostgresStore } from '@shortlink/adapters/postgres'
import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { LinkChange, Store } from '@shortlink/core'
import { newLink, newOwner, unique } from '@shortlink/core/contracts'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { emptyPostgresDatabase, temporaryFolder } from '../../support/databases.ts'

/** A store, and a way to run statements beside it, as a replica of the version before does. */
async function openWithSql(database: string): Promise<{ store: Store; run(sql: string): Promise<unknown> }> {
  if (database === 'sqlite') {
    const file = join(temporaryFolder(), 'shortlink.db')
    const store = await openSqliteStore({ file })
    const db = new Sqlite(file)
    onTestFinished(async () => {
      db.close()
      await store.close()
    })
    return { store, run: async (sql) => db.exec(sql) }
  }
  const url = await emptyPostgresDatabase()
  const store = await openPostgresStore({ url })
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await store.close()
  })
  return { store, run: (sql) => client.query(sql) }
}

async function aliasedLink(store: Store) {
  const owner = await newOwner(store)
  const [link, alias] = [await newLink(store, { owner }), unique()]
  await store.links.addAlias(owner, link.id, { slug: alias, at: 0, max: 1 })
  return { ...link, owner, alias }
}

describe.each(['sqlite', 'postgres'])('aliases on %s beside a replica of the version before', (database) => {
  it('die with a link that it deletes', async () => {
    const { store, run } = await openWithSql(database)
    const [gone, left] = [await aliasedLink(store), await aliasedLink(store)]
    await run(`delete from links where id = '${gone.id}'`)
    for (const slug of [gone.slug, gone.alias]) expect(await store.links.findBySlug('', slug)).toBeUndefined()
    expect(await store.links.findBySlug('', left.alias)).toMatchObject({ id: left.id, aliases: [left.alias] })
    expect((await store.links.insert({ ...left, id: unique() as never, slug: gone.alias, aliases: [] })).isOk()).toBe(
      true,
    )
  })

  it.runIf(database === 'postgres')('are reported with a link that it changes', async () => {
    const { store, run } = await openWithSql(database)
    const { id, slug, alias } = await aliasedLink(store)
    const changes: LinkChange[] = []
    store.linkFeed.subscribe((change) => changes.push(change))
    await run(`update links set target = 'https://example.org/' where id = '${id}'`)
    const reported = () => changes.map((change) => (typeof change === 'object' && 'slug' in change ? change.slug : ''))
    await expect.poll(reported).toEqual(expect.arrayContaining([slug, alias]))
  })
})
