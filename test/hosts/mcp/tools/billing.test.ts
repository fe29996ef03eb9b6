import { describe, expect, it } from 'vitest'
import { grantPlan } from '../../../support/grant-plan.ts'
import { connect } from '../client.ts'
import { openFixture } from '../fixture.ts'

async function start() {
  const { url, newUser, ports } = await openFixture()
  const user = await newUser()
  const { email } = (await ports.store.users.find(user.userId)) ?? { email: '' }
  return { grant: () => grantPlan(ports, email, 'STARTER'), ...(await connect(url, user.key)) }
}

describe('billing tools', () => {
  it('the billing tools return the free plan of an account without a subscription', async () => {
    const { call } = await start()
    expect(await call('get_subscription')).toEqual({
      plan: 'FREE',
      status: 'ACTIVE',
      effectivePlan: 'FREE',
      currentPeriodEnd: null,
      autoRefillEnabled: false,
      entitlements: {
        monthlyLinkQuota: 0,
        customDomains: 1,
        maxWebhooks: 5,
        maxBioPages: 5,
        mcpAccess: true,
        canBulk: true,
      },
    })
    await call('create_shortlink', { target: 'https://example.com' })
    expect(await call('get_usage')).toEqual({
      linksCreated: 0,
      allowance: 0,
      refillLinks: 0,
      refillCount: 0,
      periodStart: null,
      periodEnd: null,
    })
  })

  it('the billing tools count the links of a paying account', async () => {
    const { call, grant } = await start()
    await grant()
    await call('create_shortlink', { target: 'https://example.com' })
    expect(await call('get_subscription')).toMatchObject({
      plan: 'STARTER',
      effectivePlan: 'STARTER',
      status: 'ACTIVE',
    })
    expect(await call('get_usage')).toEqual({
      linksCreated: 1,
      allowance: 1000,
      refillLinks: 0,
      refillCount: 0,
      periodStart: '2026-01-01T00:00:00.000Z',
      periodEnd: '2026-02-01T00:00:00.000Z',
    })
  })
})
