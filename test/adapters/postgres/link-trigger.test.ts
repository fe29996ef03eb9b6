import { openPostgresStore } from '@shortlink/adapters/postgres'
import { newLink } from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import pg from 'pg'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { SERVED_COLUMNS } from '../../../adapters/postgres/link-trigger.ts'
import { newPostgresDatabase } from '../../support/databases.ts'
import { waitFor } from '../../support/wait-for.ts'

/** Another value for each column, as SQL. */
const OTHER_VALUES: Record<string, string> = {
  namespace: "'another@example.com'",
  slug: "'another'",
  target: "'https://example.org/'",
  rules: `'[{"type":"percent","value":"100","target":"https://example.org/"}]'`,
  enable_tracking: '1 - enable_tracking',
  guarded: `'{"target":"https://example.org/","rules":[]}'`,
  starts_at: '1',
  expires_at: '1',
  fallback_target: "'https://example.org/'",
  max_visits: '1',
  password_hash: "'hash'",
  enabled: '1 - enabled',
  redirect_status: '301',
  forward_query: '1 - forward_query',
  forward_path: '1 - forward_path',
  utm: `'{"source":"letter"}'`,
  preview: `'{"title":"Title"}'`,
}

let url: string
let client: pg.Client
beforeAll(async () => {
  url = await newPostgresDatabase()
  const store = await openPostgresStore({ url })
  await store.close()
  client = new pg.Client(url)
  await client.connect()
  return () => client.end()
})

async function openStore(): Promise<Store> {
  const store = await openPostgresStore({ url })
  onTestFinished(() => store.close())
  await waitFor(() => expect(store.linkFeed.live()).toBe(true))
  return store
}

const watchedColumns = async () => {
  const { rows } = await client.query<{ name: string }>(
    `select event_object_column as name from information_schema.triggered_update_columns where trigger_name = 'link_news'`,
  )
  return rows.map(({ name }) => name).sort()
}

describe('the trigger on links', () => {
  it('the trigger of a new database watches exactly the columns that visitors depend on', async () => {
    expect(await watchedColumns()).toEqual([...SERVED_COLUMNS].sort())
  })

  it.each(SERVED_COLUMNS)('the trigger notifies of an update of the column %s by another server', async (column) => {
    const store = await openStore()
    const link = await newLink(store)
    const changes: unknown[] = []
    store.linkFeed.subscribe((change) => changes.push(change))
    const before = await newLink(store)
    await waitFor(() => expect(changes.filter(isFor(before.slug)).length).toBeGreaterThan(1))
    await client.query(`update links set ${column} = ${OTHER_VALUES[column]} where id = $1`, [link.id])
    await waitFor(() => expect(changes).toContainEqual({ namespace: '', slug: link.slug }))
  })

  it('the trigger of an earlier version gets the missing columns at the next start, and keeps its own', async () => {
    await client.query(`drop trigger link_news on links`)
    await client.query(`create trigger link_news
      after insert or delete or update of slug, title on links for each row execute function tell_link_news()`)
    await openStore()
    expect(await watchedColumns()).toEqual([...SERVED_COLUMNS, 'title'].sort())
  })

  it('a trigger that watches every column is not created again', async () => {
    const oid = async () => (await client.query(`select oid from pg_trigger where tgname = 'link_news'`)).rows
    const present = await oid()
    await openStore()
    expect(await oid()).toEqual(present)
  })
})

const isFor = (slug: string) => (change: unknown) => (change as { slug?: string }).slug === slug
