import {
  type AnyUseCase,
  createLink,
  createLinks,
  type ErrorOf,
  type User,
  updateLink,
  updateLinks,
} from '@shortlink/core'
import { errAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { monthAround } from '../../../core/billing/period.ts'
import { newWebhook, times } from '../../../core/contracts/samples.ts'
import { grantPlan } from '../../support/grant-plan.ts'
import { linkOwner } from '../../support/link-owner.ts'
import { newUser, type TestPorts, testPorts } from '../../support/ports.ts'

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
        expect(queue).toBe('owner')
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

describe('a password is not hashed', () => {
  /** The owner of a link, with the number of hashes so far. */
  async function counted() {
    const ports = testPorts()
    let hashes = 0
    const passwords: TestPorts['passwords'] = {
      ...ports.passwords,
      hash: (...given) => {
        hashes += 1
        return ports.passwords.hash(...given)
      },
    }
    const owner = await linkOwner({ ...ports, passwords })
    return { ...owner, hashes: () => hashes }
  }

  it('for a call that repeats under its idempotency key', async () => {
    const { app, caller, hashes } = await counted()
    const { id } = (await app.run(createLink, caller, { target, slug: 'kept' }))._unsafeUnwrap()
    // Its outcome is too long to be stored whole, and has items that cannot be parsed and some with a password too many.
    const long = `${target}${'long/'.repeat(200)}`
    const inputs = times(101, (n) => ({ target: long, password: `password ${n}` }))
    const calls = [
      [createLink, { target, password: 'a password' }],
      [updateLink, { id, password: 'a password' }],
      [updateLinks, { inputs: [{ id, password: 'other' }, { id: 'none' }] }],
      [createLinks, { inputs: [...inputs, { target: 'nowhere' }] }],
    ] as const
    for (const [useCase, input] of calls) {
      const call = () => app.run(useCase as AnyUseCase, caller, input, { idempotencyKey: 'key' })
      const first = (await call())._unsafeUnwrap()
      const before = hashes()
      expect(before).toBeGreaterThan(0)
      expect((await call())._unsafeUnwrap()).toEqual(first)
      expect(hashes()).toBe(before)
    }
  })

  it('for a link that is not the caller’s, whose refusal is stored under the idempotency key', async () => {
    const { app, ports, hashes } = await counted()
    const [owner, other] = [await newUser(ports), await newUser(ports)]
    const { id } = (await app.run(createLink, owner, { target }))._unsafeUnwrap()
    const update = (input: object) => app.run(updateLink, other, input, { idempotencyKey: 'key' })
    const notFound = { type: 'not-found', what: 'Shortlink' }
    expect((await update({ id, password: 'a password' }))._unsafeUnwrapErr()).toEqual(notFound)
    expect((await update({ id, password: 'a password' }))._unsafeUnwrapErr()).toEqual(notFound)
    expect((await update({ id, password: 'other' }))._unsafeUnwrapErr()).toEqual({ type: 'idempotency-key-reused' })
    const inputs = times(2, (n) => ({ id, password: `password ${n}` }))
    const items = (await app.run(updateLinks, other, { inputs }))._unsafeUnwrap()
    expect(items.map(({ error }) => error)).toEqual(Array(2).fill('Shortlink not found'))
    expect(hashes()).toBe(0)
    expect(await ports.store.links.findPasswordHash(id)).toBeNull()
  })

  it('for a link that the monthly quota has no room for, and is for one that takes none', async () => {
    const { app, ports, caller, hashes } = await counted()
    const { anchorDay } = (await grantPlan(ports, `${caller.userId}@example.com`, 'STARTER'))._unsafeUnwrap()
    const present = (await app.run(createLink, caller, { target }))._unsafeUnwrap()
    await ports.store.usageMeters.spend(caller.userId, monthAround(anchorDay, ports.clock.now()), 999, 1000)

    const given = { target, password: 'a password' }
    expect((await app.run(createLink, caller, given))._unsafeUnwrapErr().type).toBe('plan-limit')
    const other = { ...given, target: `${target}other`, reuse: true }
    expect((await app.run(createLink, caller, other))._unsafeUnwrapErr().type).toBe('plan-limit')
    const inputs = [given, { target: 'nowhere' }, other]
    const items = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    expect(items.map(({ error }) => error)).toEqual([
      expect.stringContaining('quota of your plan is used up'),
      expect.stringContaining('target'),
      expect.stringContaining('quota of your plan is used up'),
    ])
    expect(hashes()).toBe(0)

    const reusing = { ...given, reuse: true }
    expect((await app.run(createLink, caller, reusing))._unsafeUnwrap()).toEqual(present)
    const [reused] = (await app.run(createLinks, caller, { inputs: [reusing] }))._unsafeUnwrap()
    expect(reused?.value).toEqual(present)
  })

  it('for a client that has left', async () => {
    const { app, ports, caller, hashes } = await counted()
    const call = (isGone: () => boolean) =>
      app.run(createLink, caller, { target, password: 'a password' }, { idempotencyKey: 'key', isGone })
    expect((await call(() => true))._unsafeUnwrapErr()).toMatchObject({ type: 'unavailable' })
    expect(hashes()).toBe(0)
    expect(await ports.store.links.count(caller.userId)).toBe(0)
    expect((await call(() => false))._unsafeUnwrap()).toMatchObject({ hasPassword: true })
  })

  it('more often than an account may have it hashed, whichever calls it makes', async () => {
    const { app, ports, caller, hashes } = await counted()
    const create = (by: User, password: string) => app.run(createLink, by, { target, password })
    const inputs = times(100, (n) => ({ target, password: `password ${n}` }))
    expect((await app.run(createLinks, caller, { inputs }))._unsafeUnwrap().every(({ ok }) => ok)).toBe(true)
    const { id } = (await create(caller, 'a password'))._unsafeUnwrap()
    expect((await app.run(updateLink, caller, { id, password: 'other' }))._unsafeUnwrap().hasPassword).toBe(true)
    expect(hashes()).toBe(102)
    // It has about 18 left, and gets one more a second.
    const refused = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrapErr() as ErrorOf<'overloaded'>
    expect(refused.type).toBe('overloaded')
    expect(refused.retryAfterSeconds).toBeGreaterThan(60)
    expect(hashes()).toBe(102)
    expect((await create(await newUser(ports), 'a password'))._unsafeUnwrap().hasPassword).toBe(true)
  })
})
