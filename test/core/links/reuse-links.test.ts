import { createLinks, updateLinks } from '@shortlink/core'
import { describe, expect, it } from 'vitest'
import { newWebhook } from '../../../core/contracts/samples.ts'
import { linkOwner } from '../../support/link-owner.ts'
import { newUser } from '../../support/ports.ts'

const target = 'https://example.com/'

describe('reuse', () => {
  it('gives back the newest open link with the target as it is, and makes one if there is none', async () => {
    const { ports, app, caller, create } = await linkOwner()
    const first = await create({ reuse: true })
    ports.clock.advance(1000)
    const second = await create({ title: 'Second' })
    await create({ target: `${target}#other` })
    expect(await create({ reuse: true, title: 'Ignored', tags: ['ignored'] })).toEqual(second)
    await app.run(updateLinks, caller, { inputs: [{ id: second.id, enabled: false }] })
    expect((await create({ reuse: true })).id).toBe(first.id)
    await app.run(updateLinks, caller, { inputs: [{ id: first.id, archived: true }] })
    const third = await create({ reuse: true })
    expect([first.id, second.id]).not.toContain(third.id)
  })

  it.each([
    { password: 'a password' },
    { maxVisits: 5 },
    { startsAt: '2026-02-01T00:00:00Z' },
    { expiresAt: '2027-02-01T00:00:00Z' },
    { rules: [{ type: 'device', value: 'mobile', target: 'https://m.example.com/' }] },
  ])('passes over a link with %j', async (own) => {
    const { create } = await linkOwner()
    const link = await create(own)
    expect((await create({ reuse: true })).id).not.toBe(link.id)
  })

  it('passes over the links of others', async () => {
    const { ports, create } = await linkOwner()
    const theirs = await create({}, await newUser(ports))
    expect((await create({ reuse: true })).id).not.toBe(theirs.id)
  })

  it('of several items of one call finds the link that an earlier one made', async () => {
    const { ports, app, caller, events } = await linkOwner()
    await newWebhook(ports.store, { owner: caller.userId, events: ['link.created'] })
    const inputs = [{ target, reuse: true }, { target, reuse: true }, { target }, { target: `${target}2`, reuse: true }]
    const items = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    const ids = items.map(({ value }) => value?.id)
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBe(3)
    expect(await events()).toHaveLength(3)
  })
})
