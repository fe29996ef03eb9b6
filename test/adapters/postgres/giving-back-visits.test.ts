import { openPostgresStore } from '@shortlink/adapters/postgres'
import { newLink } from '@shortlink/core/contracts'
import type { VisitLease } from '@shortlink/core/ports'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { newPostgresDatabase } from '../../support/databases.ts'
import { waitFor } from '../../support/wait-for.ts'

it('visits that are given back while a change locks their links in another order are not lost', async () => {
  const url = await newPostgresDatabase()
  const store = await openPostgresStore({ url })
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => Promise.all([client.end(), store.close()]).then(() => {}))
  const links = [await newLink(store, { maxVisits: 6400 }), await newLink(store, { maxVisits: 6400 })] as const
  const leases = await Promise.all(links.map(({ id }) => store.visitLimits.take(id, 100) as Promise<VisitLease>))
  const lock = (of: 0 | 1) =>
    client.query('update link_visits set leased = 0 where link_no = (select no from links where id = $1)', [
      links[of].id,
    ])

  await client.query("set deadlock_timeout = '60s'")
  await client.query('begin')
  await lock(1)
  const given = store.visitLimits.giveBack(leases)
  await waitFor(async () => {
    const { rows } = await client.query("select from pg_stat_activity where wait_event_type = 'Lock'")
    expect(rows).toHaveLength(1)
  })
  // The store looks for deadlocks sooner, so its statement is the one that ends.
  await lock(0)
  await client.query('commit')
  await given
  expect(await Promise.all(links.map(({ id }) => store.visitLimits.left(id)))).toEqual([6400, 6400])
})
