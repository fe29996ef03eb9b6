import {
  inspectReadReplica,
  openPostgresStore,
  type PostgresOptions,
  type PostgresStore,
} from '@shortlink/adapters/postgres'
import type { UserId } from '@shortlink/core'
import {
  aLink,
  analyticsContract,
  auditContract,
  hitStreamContract,
  hitsContract,
  linkFiltersContract,
  linkListsContract,
  newLink,
  newOwner,
  unique,
} from '@shortlink/core/contracts'
import type { Store } from '@shortlink/core/ports'
import { Kysely, sql } from 'kysely'
import { ok, ResultAsync } from 'neverthrow'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openPool } from '../../../../adapters/postgres/connection/connect.ts'
import { postgresDialect } from '../../../../adapters/postgres/connection/dialect.ts'
import { openReadReplica } from '../../../../adapters/postgres/replica/read-replica.ts'
import { postgresAnswerer } from '../../../../adapters/postgres/sums/sums.ts'
import { sumsThread } from '../../../../adapters/postgres/sums/sums-thread.ts'
import { totalsContract } from '../../../../core/contracts/hits/totals.contract.ts'
import { PATIENT_LIMITS, temporaryFolder } from '../../../support/databases.ts'
import { databaseUrl, type PostgresServer, startPostgres } from '../../../support/postgres.ts'
import { runOn, startStandby } from '../../../support/standby.ts'
import { waitFor } from '../../../support/wait-for.ts'

/** Limits that no test reaches, and an interval that none waits for. */
const PATIENT = { maxLagMs: 3_600_000, intervalMs: 20, checkMs: 60_000 }

let [primary, standby] = [] as unknown as [PostgresServer, PostgresServer]
let [url, readUrl] = ['', '']
beforeAll(async () => {
  primary = await startPostgres(temporaryFolder(), { connections: 60 })
  standby = await startStandby(temporaryFolder(), primary)
  await runOn(primary.url, 'create database shortlink')
  ;[url, readUrl] = [databaseUrl(primary.url, 'shortlink'), databaseUrl(standby.url, 'shortlink')]
})
afterAll(() => Promise.all([primary.stop(), standby.stop()]))

const openStore = (options: Partial<PostgresOptions> = {}) =>
  openPostgresStore({ url, readUrl, replicaLimits: PATIENT, readLimits: PATIENT_LIMITS, ...options })

/** A store for one test, whose replica is used. */
async function open(options: Partial<PostgresOptions> = {}) {
  const store = await openStore(options)
  onTestFinished(() => store.close())
  await waitFor(() => expect(store.replicaUse()?.isUp).toBe(true))
  return store
}

const readsOf = (store: PostgresStore) => ({ ...store.replicaUse()?.reads })

/** Changes of the primary wait until `resume`, which the end of the test calls, too. */
async function pauseReplay() {
  await runOn(readUrl, 'select pg_wal_replay_pause()')
  await waitFor(async () =>
    expect(await runOn(readUrl, 'select pg_get_wal_replay_pause_state() as state')).toEqual([{ state: 'paused' }]),
  )
  const resume = () => runOn(readUrl, 'select pg_wal_replay_resume()')
  onTestFinished(async () => void (await resume()))
  return resume
}

/** Adds a link and its entry of the audit log as a use case does. */
async function addLink({ atomic }: Store, owner: UserId) {
  const link = { ...aLink(), owner }
  const entry = { id: unique(), owner, at: 0, actor: 'system', surface: 'SYSTEM', action: 'createLink' } as const
  const target = { targetKind: 'LINK', targetId: link.id, changed: [], requestId: null, network: null } as const
  await atomic((store) =>
    store.links
      .insert(link)
      .andThen(
        (created) => new ResultAsync(store.audit.add([{ ...entry, ...target } as never]).then(() => ok(created))),
      ),
  )
  return link
}

/** A list that the replica answers: with a search it is long. */
const search = ({ links }: Store, owner: UserId, search: string) => links.list(owner, { skip: 0, take: 9, search })

describe('a store whose replica applies each change before the change is confirmed', () => {
  let store: PostgresStore
  const reload = (names: string) =>
    runOn(primary.url, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()')
  beforeAll(async () => {
    store = await openStore()
    await runOn(primary.url, 'alter database shortlink set synchronous_commit = remote_apply')
    await store.close()
    await reload('*')
    store = await openStore()
    await waitFor(() => expect(store.replicaUse()?.isUp).toBe(true))
  })
  afterAll(async () => {
    await store.close()
    await reload('')
  })

  linkListsContract(() => store, { links: 200 })
  linkFiltersContract(() => store)
  analyticsContract(() => store)
  hitsContract(() => store, { hits: 200 })
  hitStreamContract(() => store)
  totalsContract(() => store)
  auditContract(() => store)

  it('the replica answered its reads, and none failed there', async () => {
    const { replica = 0, ...others } = readsOf(store)
    expect(replica).toBeGreaterThan(100)
    expect(others).toMatchObject({ failed: 0, unavailable: 0 })
    // Of all reads there, only analytics queries open transactions.
    const sessions = await runOn(readUrl, 'select query from pg_stat_activity where datname = current_database()')
    expect(sessions).toContainEqual({ query: 'commit' })
  })
})

it('an account sees its changes at once on every server, while the replica answers other accounts', async () => {
  const [here, there] = [await open(), await open()]
  const [owner, other] = [await newOwner(here), await newOwner(here)]
  const [old, othersLink] = [await addLink(here, owner), await addLink(here, other)]
  await waitFor(async () => {
    await search(here, owner, old.slug)
    await search(here, other, othersLink.slug)
    expect(readsOf(here).replica).toBeGreaterThanOrEqual(2)
  })
  const resume = await pauseReplay()
  const link = await addLink(there, owner)
  for (const store of [here, there]) {
    const before = readsOf(store)
    expect(await search(store, owner, link.slug)).toMatchObject([{ id: link.id }])
    expect(await store.links.count(owner, { search: link.slug })).toBe(1)
    const between = readsOf(store)
    expect(between).toEqual({ ...before, own_changes: (before.own_changes ?? 0) + 2 })
    expect(await search(store, other, othersLink.slug)).toMatchObject([{ id: othersLink.id }])
    expect(readsOf(store)).toEqual({ ...between, replica: (between.replica ?? 0) + 1 })
  }
  await resume()
  const before = readsOf(here).replica ?? 0
  await waitFor(async () => {
    expect(await search(here, owner, link.slug)).toMatchObject([{ id: link.id }])
    expect(readsOf(here).replica).toBeGreaterThan(before)
  })
})

it('a replica that lags too much is left out, and is used again when it has caught up', async () => {
  const events: string[] = []
  const store = await open({
    replicaLimits: { ...PATIENT, maxLagMs: 100 },
    onReplicaAway: (reason) => events.push(reason),
    onReplicaBack: () => events.push('back'),
  })
  const owner = await newOwner(store)
  events.length = 0
  const resume = await pauseReplay()
  const link = await newLink(store, { owner })
  await waitFor(() => expect(events).toEqual(['it is more than 0.1 s behind']))
  expect(store.replicaUse()).toMatchObject({ isUp: false, lagSeconds: expect.any(Number) })
  expect(store.replicaUse()?.lagSeconds).toBeGreaterThan(0.1)
  const before = readsOf(store)
  expect(await search(store, owner, link.slug)).toMatchObject([{ id: link.id }])
  expect(readsOf(store)).toEqual({ ...before, unavailable: (before.unavailable ?? 0) + 1 })
  await resume()
  await waitFor(() => expect(events.at(-1)).toBe('back'))
  expect(await inspectReadReplica(url, readUrl)).toEqual(expect.any(Number))
})

it.each([
  ['the primary', () => url, 'it is no standby: it accepts writes'],
  ['another database', () => databaseUrl(standby.url, 'postgres'), 'it is a standby of another database'],
  ['a wrong password', () => readUrl.replace(':postgres@', ':secret@'), 'password authentication failed'],
])('%s in place of a replica is left out with the reason, and the primary answers', async (_, given, reason) => {
  const reasons: string[] = []
  const store = await openStore({ readUrl: given(), onReplicaAway: (reason) => reasons.push(reason) })
  onTestFinished(() => store.close())
  await waitFor(() => expect(reasons).toEqual([expect.stringContaining(reason)]))
  expect(reasons.join()).not.toContain('secret')
  const owner = await newOwner(store)
  const link = await newLink(store, { owner })
  expect(await search(store, owner, link.slug)).toMatchObject([{ id: link.id }])
  expect(readsOf(store)).toMatchObject({ replica: 0, unavailable: 1 })
  await expect(inspectReadReplica(url, given())).rejects.toThrow(reason)
})

it('a read that conflicts with the replay of a change is repeated on the primary', async () => {
  await runOn(readUrl, `alter system set max_standby_streaming_delay = 0`, 'select pg_reload_conf()')
  const pool = openPool(url, 2)
  const db = new Kysely<never>({ dialect: postgresDialect(pool) }) as never as Kysely<object>
  const closing = new AbortController()
  const replica = openReadReplica({
    url: readUrl,
    poolSize: 2,
    openSums: (standby) => sumsThread(readUrl, PATIENT_LIMITS, postgresAnswerer(standby, PATIENT_LIMITS)),
    primary: { lookup: db as never, read: db as never, answerSums: () => Promise.reject(new Error('not asked')) },
    closing: closing.signal,
    ...PATIENT,
  })
  onTestFinished(async () => {
    closing.abort()
    await Promise.all([replica.close(), pool.end()])
  })
  await waitFor(() => expect(replica.use().isUp).toBe(true))
  const reading = replica.offload(null, async (read) => {
    const { rows } = await sql<{ on_standby: boolean }>`
      select pg_is_in_recovery() as on_standby, case when pg_is_in_recovery() then pg_sleep(60) end
      from (select count(*) from links) as counted`.execute(read)
    return rows[0]?.on_standby
  })
  await waitFor(async () =>
    expect(
      await runOn(
        readUrl,
        `select pid from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`,
      ),
    ).toHaveLength(1),
  )
  await runOn(url, 'begin; lock table links in access exclusive mode; commit')
  expect(await reading).toBe(false)
  expect(replica.use().reads).toMatchObject({ replica: 0, failed: 1 })
})
