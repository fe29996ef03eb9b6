import {
  addDomain,
  createApp,
  createBioPage,
  createLink,
  createLinks,
  createWebhook,
  describeError,
  getUsage,
  type Plan,
} from '@shortlink/core'
import { addDomainOnPaidPlan } from '@shortlink/core/host'
import type { Ports } from '@shortlink/core/ports'
import { describe, expect, it } from 'vitest'
import { monthAround } from '../../../core/billing/period.ts'
import { grantPlan } from '../../support/grant-plan.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const target = 'https://example.com/'
/** What refusals add where nothing can be bought. */
const HOW = '; the operator of this server assigns plans with "shortlink plan set"'

async function start(plan: Plan = 'FREE', used = 0, given: Partial<Ports> = {}) {
  const ports = testPorts(given)
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const email = `${caller.userId}@example.com`
  const grant = async (plan: Plan) => (await grantPlan(ports, email, plan))._unsafeUnwrap()
  if (plan !== 'FREE') {
    const { anchorDay } = await grant(plan)
    await ports.store.usageMeters.spend(caller.userId, monthAround(anchorDay, ports.clock.now()), used, used)
  }
  const usage = async () => (await app.run(getUsage, caller, {}))._unsafeUnwrap()
  return { ports, app, caller, grant, usage }
}

describe('the link quota', () => {
  it('is spent by every link of a paid plan, until it is used up', async () => {
    const { app, caller, usage } = await start('STARTER', 999)
    const create = (slug: string) => app.run(createLink, caller, { target, slug })
    expect((await create('last')).isOk()).toBe(true)
    expect((await create('late'))._unsafeUnwrapErr()).toEqual({
      type: 'plan-limit',
      message: `The monthly link quota of your plan is used up${HOW}`,
    })
    expect(await usage()).toMatchObject({ linksCreated: 1000, allowance: 1000 })
  })

  it('is not spent on a failed creation', async () => {
    const { app, caller, usage } = await start('STARTER')
    await app.run(createLink, caller, { target, slug: 'mine' })
    expect((await app.run(createLink, caller, { target, slug: 'mine' })).isErr()).toBe(true)
    expect(await usage()).toMatchObject({ linksCreated: 1 })
  })

  it('lets a bulk call create what is left, and fails the rest item by item', async () => {
    const { app, caller, usage } = await start('STARTER', 997)
    const inputs = [{ target }, { target: 'nowhere' }, { target }, { target }, { target }, { target }]
    const items = (await app.run(createLinks, caller, { inputs }))._unsafeUnwrap()
    expect(items.map(({ ok }) => ok)).toEqual([true, false, true, true, false, false])
    expect(items[5]?.error).toBe(`The monthly link quota of your plan is used up${HOW}`)
    expect(await usage()).toMatchObject({ linksCreated: 1000 })
  })

  it('is reset at the start of a month', async () => {
    const { app, ports, caller, usage } = await start('STARTER', 1000)
    const create = async () => (await app.run(createLink, caller, { target })).isOk()
    expect(await create()).toBe(false)
    ports.clock.advance(31 * 24 * 60 * 60 * 1000)
    expect(await create()).toBe(true)
    expect(await usage()).toMatchObject({ linksCreated: 1 })
  })

  it('follows a change of plan at once', async () => {
    const { app, caller, grant } = await start('STARTER', 1000)
    await grant('PRO')
    expect((await app.run(createLink, caller, { target })).isOk()).toBe(true)
    await grant('FREE')
    expect((await app.run(createLink, caller, { target })).isOk()).toBe(true)
  })

  it('is unused before the first link', async () => {
    const { grant, usage } = await start()
    await grant('PRO')
    expect(await usage()).toEqual({
      linksCreated: 0,
      allowance: 10_000,
      refillLinks: 0,
      refillCount: 0,
      periodStart: Date.UTC(2026, 0, 1),
      periodEnd: Date.UTC(2026, 1, 1),
    })
  })

  it('does not exist on the free plan', async () => {
    const { app, caller, usage } = await start()
    await app.run(createLink, caller, { target })
    expect(await usage()).toEqual({
      linksCreated: 0,
      allowance: 0,
      refillLinks: 0,
      refillCount: 0,
      periodStart: null,
      periodEnd: null,
    })
  })

  it('leaves an idempotency key unused when it refuses the call', async () => {
    const { app, caller, grant } = await start('STARTER', 1000)
    const create = () => app.run(createLink, caller, { target }, { idempotencyKey: 'key' })
    expect((await create())._unsafeUnwrapErr().type).toBe('plan-limit')
    await grant('PRO')
    expect((await create()).isOk()).toBe(true)
  })
})

describe('a plan', () => {
  it.each([
    ['custom domain', 'FREE', 1, addDomain, (n: number) => ({ hostname: `go${n}.example.com` })],
    ['custom domains', 'STARTER', 3, addDomain, (n: number) => ({ hostname: `go${n}.example.com` })],
    ['webhooks', 'FREE', 5, createWebhook, () => ({ url: 'https://example.com/', events: ['link.created'] })],
    ['bio pages', 'FREE', 5, createBioPage, (n: number) => ({ slug: `page-${n}` })],
    ['bio pages', 'STARTER', 10, createBioPage, (n: number) => ({ slug: `page-${n}` })],
  ] as const)(
    'limits %s on %s, also under concurrent requests: at most %d',
    async (what, plan, most, useCase, input) => {
      const { app, caller } = await start(plan)
      const asked = Array.from({ length: most + 5 }, (_, n) => app.run(useCase as typeof addDomain, caller, input(n)))
      const results = await Promise.all(asked)
      expect(results.filter((result) => result.isOk())).toHaveLength(most)
      const error = results.find((result) => result.isErr())?._unsafeUnwrapErr()
      expect(error).toEqual({ type: 'plan-limit', message: `Your plan allows ${most} ${what}${HOW}` })
    },
  )

  it('that is too small says how to get a larger one only where none can be bought, and where there is one', async () => {
    const refusal = async (plan: Plan, given?: Partial<Ports>) => {
      const { app, caller } = await start(plan, 0, given)
      for (let n = 0; n < 25; n++) await app.run(addDomain, caller, { hostname: `go${n}.example.com` })
      return describeError((await app.run(addDomain, caller, { hostname: 'more.example.com' }))._unsafeUnwrapErr())
    }
    const payments = { ...testPorts().payments, configured: true }
    expect(await refusal('FREE', { payments })).toBe('Your plan allows 1 custom domain')
    expect(await refusal('FREE')).toBe(`Your plan allows 1 custom domain${HOW}`)
    expect(await refusal('PRO')).toBe('Your plan allows 25 custom domains')
  })

  it('must be a paid one for agents to add a domain', async () => {
    const { app, caller, grant } = await start()
    const add = () => app.run(addDomainOnPaidPlan, caller, { hostname: 'go.example.com' })
    expect((await add())._unsafeUnwrapErr().type).toBe('plan-limit')
    await grant('STARTER')
    expect((await add())._unsafeUnwrap()).toMatchObject({ hostname: 'go.example.com' })
  })
})
