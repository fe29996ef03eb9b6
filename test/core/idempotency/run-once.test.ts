import { createApiKey, createApp, createLink, createLinks, deleteLinks, linkAnalytics } from '@shortlink/core'
import { canonicalJson } from '@shortlink/core/adapter'
import { REPLAY_WINDOW_MS } from '@shortlink/core/host'
import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineUseCase } from '../../../core/use-case.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/'
const idempotencyKey = 'a key'

async function setUp() {
  const ports = testPorts()
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const totalLinks = async () => (await app.run(linkAnalytics, caller, {}))._unsafeUnwrap().totalLinks
  return { ports, app, caller, totalLinks }
}

describe('an idempotency key', () => {
  it('runs fifty concurrent calls once and returns the same outcome to all', async () => {
    const { app, caller, totalLinks } = await setUp()
    const results = await Promise.all(
      Array.from({ length: 50 }, () => app.run(createLink, caller, { target }, { idempotencyKey })),
    )
    const [first] = results
    expect(first?.isOk()).toBe(true)
    expect(results.map((result) => result._unsafeUnwrap())).toEqual(Array(50).fill(first?._unsafeUnwrap()))
    expect(await totalLinks()).toBe(1)
  })

  it('replays the first outcome for a day, and then runs the call again', async () => {
    const { ports, app, caller } = await setUp()
    const create = async () => (await app.run(createLink, caller, { target }, { idempotencyKey }))._unsafeUnwrap()
    const first = await create()
    ports.clock.advance(REPLAY_WINDOW_MS)
    expect(await create()).toEqual(first)
    ports.clock.advance(1)
    expect(await create()).not.toEqual(first)
  })

  it('accepts the same arguments in another order and refuses others', async () => {
    const { app, caller, totalLinks } = await setUp()
    const create = (raw: object) => app.run(createLink, caller, raw, { idempotencyKey })
    const first = await create({ target, title: 'one', slug: undefined })
    expect(await create({ title: 'one', target })).toEqual(first)
    const reused = await create({ target, title: 'two' })
    expect(reused._unsafeUnwrapErr()).toEqual({ type: 'idempotency-key-reused' })
    expect(await create({ target, title: 'one' })).toEqual(first)
    expect(await totalLinks()).toBe(1)
  })

  it('stores no digest of the arguments that can be computed without the pepper', async () => {
    const { ports, app, caller } = await setUp()
    await app.run(createLink, caller, { target }, { idempotencyKey })
    const claim = { caller: caller.userId, operation: 'createLink', key: idempotencyKey, fingerprint: '', at: 0 }
    const kept = await ports.store.idempotencyKeys.claim(claim, 0)
    expect(kept?.fingerprint).toHaveLength(43)
    expect(kept?.fingerprint).not.toBe(ports.digest(canonicalJson({ target })))
  })

  it('replays an outcome that version 0.1.0 stored under a plain digest', async () => {
    const { ports, app, caller, totalLinks } = await setUp()
    const fingerprint = ports.digest(canonicalJson({ target }))
    const claim = {
      caller: caller.userId,
      operation: 'createLink',
      key: idempotencyKey,
      fingerprint,
      at: ports.clock.now(),
    }
    await ports.store.idempotencyKeys.claim(claim, 0)
    await ports.store.idempotencyKeys.keep(claim, ports.secrets.seal('{"ok":{"slug":"kept"}}'))
    expect((await app.run(createLink, caller, { target }, { idempotencyKey }))._unsafeUnwrap()).toEqual({
      slug: 'kept',
    })
    const other = await app.run(createLink, caller, { target: `${target}2` }, { idempotencyKey })
    expect(other._unsafeUnwrapErr()).toEqual({ type: 'idempotency-key-reused' })
    expect(await totalLinks()).toBe(0)
  })

  it('belongs to one caller and one use case', async () => {
    const { ports, app, caller, totalLinks } = await setUp()
    const other = await newUser(ports)
    const first = (await app.run(createLink, caller, { target }, { idempotencyKey }))._unsafeUnwrap()
    expect((await app.run(createLink, other, { target }, { idempotencyKey }))._unsafeUnwrap().id).not.toBe(first.id)
    const deleted = await app.run(deleteLinks, caller, { ids: [first.id] }, { idempotencyKey })
    expect(deleted._unsafeUnwrap()).toMatchObject([{ ok: true }])
    expect(await totalLinks()).toBe(0)
  })

  it('replays an error, even when the call would now succeed', async () => {
    const { app, caller } = await setUp()
    const taken = (await app.run(createLink, caller, { target, slug: 'mine' }))._unsafeUnwrap()
    const create = () => app.run(createLink, caller, { target, slug: 'mine' }, { idempotencyKey })
    expect((await create())._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
    await app.run(deleteLinks, caller, { ids: [taken.id] })
    expect((await create())._unsafeUnwrapErr()).toEqual({ type: 'slug-taken' })
  })

  it('runs a failing call once under concurrent requests and rolls it back', async () => {
    const { app, caller, totalLinks } = await setUp()
    let tried = 0
    const failing = defineUseCase({
      name: 'failing',
      access: 'user',
      scope: null,
      input: z.object({}),
      run(ports, caller) {
        tried++
        return createLink.run(ports, caller, { target }).andThen(() => errAsync({ type: 'permission-denied' as const }))
      },
    })
    const results = await Promise.all(
      Array.from({ length: 50 }, () => app.run(failing, caller, {}, { idempotencyKey })),
    )
    expect(results.map((result) => result._unsafeUnwrapErr())).toEqual(Array(50).fill({ type: 'permission-denied' }))
    expect(tried).toBe(1)
    expect(await totalLinks()).toBe(0)
  })

  it('stays unused after invalid input, refused by app.run or by the use case', async () => {
    const { app, caller } = await setUp()
    const picky = defineUseCase({
      name: 'picky',
      access: 'user',
      scope: null,
      input: z.object({ word: z.string() }),
      run: (_ports, _caller, { word }) =>
        word === 'please'
          ? okAsync(word)
          : errAsync({ type: 'invalid-input' as const, message: 'not so', path: 'word' }),
    })
    const ask = (raw: unknown) => app.run(picky, caller, raw, { idempotencyKey })
    expect((await ask({}))._unsafeUnwrapErr().type).toBe('invalid-input')
    expect((await ask({ word: 'now' }))._unsafeUnwrapErr()).toMatchObject({ message: 'not so' })
    expect((await ask({ word: 'please' }))._unsafeUnwrap()).toBe('please')
  })

  it('stays unused when the call throws', async () => {
    const { app, caller, totalLinks } = await setUp()
    let broken = true
    const dying = defineUseCase({
      name: 'dying',
      access: 'user',
      scope: null,
      input: z.object({}),
      run: (ports, caller) =>
        createLink
          .run(ports, caller, { target })
          .andThen((link) =>
            broken ? ResultAsync.fromSafePromise(Promise.reject(new Error('the disk is full'))) : okAsync(link.target),
          ),
    })
    await expect(app.run(dying, caller, {}, { idempotencyKey })).rejects.toThrow('the disk is full')
    expect(await totalLinks()).toBe(0)
    broken = false
    expect((await app.run(dying, caller, {}, { idempotencyKey }))._unsafeUnwrap()).toBe(target)
  })

  it('replays a bulk call with its failures', async () => {
    const { app, caller, totalLinks } = await setUp()
    const inputs = [{ target }, { target: 'nowhere' }, { target, slug: 'admin' }]
    const create = () => app.run(createLinks, caller, { inputs }, { idempotencyKey })
    const first = (await create())._unsafeUnwrap()
    expect(first.map((item) => item.ok)).toEqual([true, false, false])
    expect((await create())._unsafeUnwrap()).toEqual(first)
    expect(await totalLinks()).toBe(1)
  })

  it('stores secrets of an outcome encrypted', async () => {
    const { ports, app, caller } = await setUp()
    const kept: string[] = []
    const { store } = ports
    const spied = createApp({
      ...ports,
      store: {
        ...store,
        atomic: (work) =>
          store.atomic((store) =>
            work({
              ...store,
              idempotencyKeys: {
                ...store.idempotencyKeys,
                keep(claim, outcome) {
                  kept.push(outcome)
                  return store.idempotencyKeys.keep(claim, outcome)
                },
              },
            }),
          ),
      },
    })
    const created = await spied.run(createApiKey, caller, { label: 'laptop' }, { idempotencyKey })
    expect(kept).toHaveLength(1)
    expect(kept.join()).not.toContain(created._unsafeUnwrap().secret)
    expect(await app.run(createApiKey, caller, { label: 'laptop' }, { idempotencyKey })).toEqual(created)
  })

  it.each(['', 'x'.repeat(256), 'tab\there', 'ünlaut', 'nul\0'])(
    'must be 1 to 255 printable characters: not %j',
    async (key) => {
      const { app, caller } = await setUp()
      const result = await app.run(createLink, caller, { target }, { idempotencyKey: key })
      expect(result._unsafeUnwrapErr().type).toBe('invalid-input')
    },
  )
})
