import { describe, expect, it } from 'vitest'
import { connect } from '../../hosts/mcp/client.ts'
import { openFixture } from '../../hosts/mcp/fixture.ts'

const target = 'https://example.com'

async function start() {
  const fixture = await openFixture()
  return { ...fixture, ...(await connect(fixture.url, (await fixture.newUser()).key)) }
}

describe('idempotency keys', () => {
  it('a tool call repeated with its idempotency key gives the first answer and has no further effect', async () => {
    const { call } = await start()
    const first = await call('create_shortlink', { target }, 'key')
    expect(await call('create_shortlink', { target }, 'key')).toEqual(first)
    expect(await call('list_shortlinks')).toHaveLength(1)
    const removed = await call('delete_shortlinks', { ids: [first.id] }, 'key')
    expect(await call('delete_shortlinks', { ids: [first.id] }, 'key')).toEqual(removed)
    expect(removed).toMatchObject([{ ok: true }])
  })

  it('an idempotency key is taken as an argument too, and is the same key in either place', async () => {
    const { call } = await start()
    const first = await call('create_shortlink', { target, idempotencyKey: 'key' })
    expect(first).toMatchObject({ target })
    expect(await call('create_shortlink', { idempotencyKey: 'key', target })).toEqual(first)
    expect(await call('create_shortlink', { target }, 'key')).toEqual(first)
    expect(await call('create_shortlink', { target, idempotencyKey: 'key' }, 'key')).toEqual(first)
    expect(await call('create_shortlink', { target, slug: 'other', idempotencyKey: 'key' })).toEqual({
      error: 'Idempotency key reused with different arguments',
    })
    expect(await call('list_shortlinks')).toEqual([expect.objectContaining({ id: first.id })])
  })

  it('an idempotency key that differs from the one in _meta is refused, and nothing is done', async () => {
    const { call } = await start()
    expect(await call('create_shortlink', { target, idempotencyKey: 'one' }, 'two')).toEqual({
      error: 'idempotencyKey and _meta.idempotencyKey differ; send only one',
    })
    expect(await call('list_shortlinks')).toEqual([])
  })

  it.each([
    ['create_bio_page', { slug: 'page' }],
    ['create_webhook', { url: 'https://example.com/hook', events: ['link.created'] }],
  ])('%s with an idempotencyKey argument is done once', async (name, args) => {
    const { call } = await start()
    const keyed = { ...args, idempotencyKey: 'key' }
    const first = await call(name, keyed)
    expect(first).toEqual({ ...first, id: expect.any(String) })
    expect(await call(name, keyed)).toEqual(first)
  })

  it('tools that change nothing take no idempotency key', async () => {
    const { call } = await start()
    expect(await call('whoami', { idempotencyKey: 'key' })).toEqual({
      error: expect.stringContaining('Unknown argument'),
    })
    expect(await call('whoami', {}, 'key')).toMatchObject({ userId: expect.any(String) })
  })

  it('an idempotency key replays changes instead of making them again', async () => {
    const { call } = await start()
    const { id } = await call('create_shortlink', { target })
    await call('update_shortlinks', { inputs: [{ id, title: 'one' }] }, 'key')
    await call('update_shortlinks', { inputs: [{ id, title: 'two' }] })
    expect(await call('update_shortlinks', { inputs: [{ title: 'one', id }] }, 'key')).toEqual([{ id, ok: true }])
    expect(await call('get_shortlink', { id })).toMatchObject({ title: 'two' })
  })

  it('an idempotency key returns failures again too', async () => {
    const { call } = await start()
    const { id } = await call('create_shortlink', { target, slug: 'taken' })
    const taken = { error: 'Slug already exists' }
    expect(await call('create_shortlink', { target, slug: 'taken' }, 'key')).toEqual(taken)
    await call('delete_shortlinks', { ids: [id] })
    expect(await call('create_shortlink', { target, slug: 'taken' }, 'key')).toEqual(taken)
  })

  it('an idempotency key is refused with other arguments, and free after invalid ones', async () => {
    const { call } = await start()
    expect(await call('create_shortlink', { target: 'nonsense' }, 'key')).toEqual({
      error: 'target must be an absolute http:// or https:// URL',
    })
    expect(await call('create_shortlink', { target }, 'key')).toMatchObject({ target })
    expect(await call('create_shortlink', { target, slug: 'other' }, 'key')).toEqual({
      error: 'Idempotency key reused with different arguments',
    })
  })

  it('an idempotency key belongs to one user', async () => {
    const { call, url, newUser } = await start()
    const other = await connect(url, (await newUser()).key)
    const [mine, theirs] = [
      await call('create_shortlink', { target }, 'key'),
      await other.call('create_shortlink', { target }, 'key'),
    ]
    expect(mine.id).not.toBe(theirs.id)
  })

  it.each([[''], ['x'.repeat(256)], ['line\nbreak'], [7]])('an invalid idempotency key is refused: %j', async (key) => {
    const { call } = await start()
    const refused = { error: expect.stringMatching(/^Idempotency key must/) }
    expect(await call('create_shortlink', { target }, key as string)).toEqual(refused)
    expect(await call('create_shortlink', { target, idempotencyKey: key })).toEqual(refused)
    expect(await call('list_shortlinks')).toEqual([])
  })
})
