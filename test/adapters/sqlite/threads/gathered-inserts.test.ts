import { openSqliteStore } from '@shortlink/adapters/sqlite'
import type { Link } from '@shortlink/core'
import { ResultAsync } from 'neverthrow'
import { describe, expect, it, onTestFinished } from 'vitest'
import { gatheredInserts } from '../../../../adapters/sqlite/threads/gathered-inserts.ts'
import { aLink, times } from '../../../../core/contracts/samples.ts'
import { newSqliteFile } from '../../../support/databases.ts'

/** A writer whose turns are given by hand, and the slugs of each statement. */
function setUp(insertAll = async (links: readonly Link[]) => new Set(links.map(({ id }) => id))) {
  const statements: string[][] = []
  const turns: PromiseWithResolvers<void>[] = []
  const write = {
    connection: () => ({
      execute: async <T>(work: (db: unknown) => Promise<T>) => {
        const turn = Promise.withResolvers<void>()
        turns.push(turn)
        await turn.promise
        return work(write)
      },
    }),
  }
  const insert = gatheredInserts(write as never, (_db, links) => {
    statements.push(links.map(({ link }) => link.slug))
    return insertAll(links.map(({ link }) => link))
  })
  const giveTurn = () => turns.shift()?.resolve()
  return { insert: (slug: string) => insert(aLink({ slug })), statements, turns, giveTurn }
}

describe('links inserted one by one in SQLite', () => {
  it('share a statement if they come before the turn of the writer', async () => {
    const { insert, statements, giveTurn } = setUp(
      async (links) => new Set(links.filter(({ slug }) => slug !== 'taken').map(({ id }) => id)),
    )
    const inserted = ['one', 'taken', 'two'].map(insert)
    giveTurn()
    expect(await Promise.all(inserted)).toEqual([true, false, true])
    const later = insert('later')
    giveTurn()
    expect(await later).toBe(true)
    expect(statements).toEqual([['one', 'taken', 'two'], ['later']])
  })

  it('are at most 100 in a statement, in the order of the calls', async () => {
    const { insert, statements, turns, giveTurn } = setUp()
    const slugs = times(150, (n) => `slug-${n}`)
    const inserted = slugs.map(insert)
    giveTurn()
    await Promise.all(inserted.slice(0, 100))
    expect(turns).toHaveLength(1)
    giveTurn()
    expect(await Promise.all(inserted)).toEqual(times(150, () => true))
    expect(statements).toEqual([slugs.slice(0, 100), slugs.slice(100)])
  })

  it('are refused together when the writer gets no turn, but those that came meanwhile only by the next', async () => {
    const { insert, turns, giveTurn } = setUp()
    const noTurn = () => turns.shift()?.reject(new Error('no turn'))
    const first = insert('one')
    const meanwhile = ['two', 'three'].map(insert)
    noTurn()
    await expect(first).rejects.toThrow('no turn')
    const later = insert('later')
    noTurn()
    for (const outcome of await Promise.allSettled(meanwhile)) expect(outcome).toMatchObject({ status: 'rejected' })
    giveTurn()
    expect(await later).toBe(true)
  })

  it('are refused beyond 5,000 that wait', async () => {
    const { insert, giveTurn, turns } = setUp()
    const waiting = times(5_000, (n) => insert(`slug-${n}`))
    await expect(insert('late')).rejects.toThrow('The database is overloaded')
    for (let taken = 0; taken < 5_000; taken += 100) {
      giveTurn()
      await Promise.all(waiting.slice(taken, taken + 100))
    }
    expect(turns).toHaveLength(0)
    expect((await Promise.all(waiting)).every(Boolean)).toBe(true)
  })

  it('wait for a transaction, and are refused when the store closes meanwhile', async () => {
    const store = await openSqliteStore({ file: newSqliteFile() })
    onTestFinished(() => store.close())
    const during = () => times(3, () => store.insertAlone?.(aLink()))
    const begun = Promise.withResolvers<void>()
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = (until: Promise<void>) =>
      store.atomic((store) => {
        begun.resolve()
        return ResultAsync.fromSafePromise(until.then(() => store.now()))
      })
    const held = hold(first.promise)
    await begun.promise
    const inserted = during()
    first.resolve()
    await held
    expect(await Promise.all(inserted)).toEqual([true, true, true])

    const heldAgain = hold(second.promise)
    const refused = Promise.allSettled(during())
    const closed = store.close()
    second.resolve()
    for (const outcome of await refused) expect(outcome).toMatchObject({ reason: { message: 'The store is closed' } })
    await Promise.all([heldAgain, closed])
  })
})
