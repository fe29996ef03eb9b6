import { createLink, createLinks } from '@shortlink/core'
import { errAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { newWebhook, times } from '../../../core/contracts/samples.ts'
import { linkOwner } from '../../support/link-owner.ts'
import { type TestPorts, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/'

describe('the password of a link', () => {
  it('is stored as a hash that no link, event or idempotency record has', async () => {
    const { ports, app, caller, update, read, events } = await linkOwner()
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.created', 'link.updated'] })
    const created = await app.run(createLink, caller, { target, password: 'ﬁrst word' }, { idempotencyKey: 'key' })
    const link = created._unsafeUnwrap()
    expect(link.hasPassword).toBe(true)
    const hash = (await ports.store.links.findPasswordHash(link.id)) as string
    // In NFKC the ligature is two letters.
    expect((await ports.passwords.verify(hash, 'first word'))._unsafeUnwrap()).toBe('right')
    const changed = await update({ id: link.id, password: 'second word' })
    const other = (await ports.store.links.findPasswordHash(link.id)) as string
    expect((await ports.passwords.verify(other, 'second word'))._unsafeUnwrap()).toBe('right')
    const shown = JSON.stringify([link, changed, await read(link), await events()])
    expect(shown).not.toMatch(/argon2|first word|second word/)
    expect(await update({ id: link.id, password: null })).toMatchObject({ hasPassword: false })
    expect(await ports.store.links.findPasswordHash(link.id)).toBeNull()
  })

  it('a call that repeats with another password under its idempotency key is refused', async () => {
    const { app, caller } = await linkOwner()
    const create = (password: string) =>
      app.run(createLink, caller, { target, password }, { idempotencyKey: 'the key' })
    const first = (await create('first word'))._unsafeUnwrap()
    expect((await create('first word'))._unsafeUnwrap()).toEqual(first)
    expect((await create('other word'))._unsafeUnwrapErr()).toEqual({ type: 'idempotency-key-reused' })
  })

  it('of many links is hashed once, and a bulk call takes a hundred different ones', async () => {
    const ports = testPorts()
    let hashes = 0
    const passwords: TestPorts['passwords'] = {
      ...ports.passwords,
      hash: (password, queue) => {
        hashes += 1
        expect(queue).toBe('link')
        return ports.passwords.hash(password, queue)
      },
    }
    const { app, caller } = await linkOwner({ ...ports, passwords })
    const inputs = times(203, (n) => ({ target, password: `password ${n % 101}` }))
    const items = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    const failed = items.filter(({ ok }) => !ok)
    expect(failed.map(({ index, error }) => [index, error])).toEqual(
      [100, 201].map((index) => [index, 'password: a call takes at most 100 different ones']),
    )
    expect(hashes).toBe(100)
    expect(items.filter(({ value }) => value?.hasPassword)).toHaveLength(201)
  })

  it('makes a call that finds the queue of passwords full overloaded, and nothing is stored', async () => {
    const ports = testPorts()
    const full = () => errAsync({ type: 'overloaded' as const, retryAfterSeconds: 5 })
    const { app, caller } = await linkOwner({ ...ports, passwords: { ...ports.passwords, hash: full } })
    const inputs = [
      { target, slug: 'one' },
      { target, password: 'a password' },
    ]
    const overloaded = { type: 'overloaded', retryAfterSeconds: 5 }
    expect((await app.run(createLinks, caller, { inputs }))._unsafeUnwrapErr()).toEqual(overloaded)
    expect((await app.run(createLink, caller, inputs[1]))._unsafeUnwrapErr()).toEqual(overloaded)
    expect(await ports.store.links.count(caller.userId)).toBe(0)
  })
})
