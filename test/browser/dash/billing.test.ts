import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { makeLinks, stubField, tabTo, useDash } from '../../support/dash.ts'
import {
  anEvent,
  aSubscription,
  PRICES,
  paymentSettings,
  signed,
  startPaymentProvider,
} from '../../support/payment-provider.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

const provider = await startPaymentProvider()
afterAll(() => provider.close())
const dash = useDash(paymentSettings(provider))

const START = Math.floor(Date.now() / 1000)

async function post(type: string, object: object) {
  const body = JSON.stringify(anEvent(type, object, START))
  const headers = { 'stripe-signature': signed(body) }
  expect((await fetch(`${dash.url}/webhooks/payment`, { method: 'POST', body, headers })).status).toBe(200)
}

/** The events of a payment that went through. */
async function pay({ id }: { readonly id: string }) {
  const customer = `cus_${id}`
  await post(
    'customer.subscription.created',
    aSubscription({ id: `sub_${id}`, customer, price: PRICES.STARTER, start: START }),
  )
  const metadata = { shortlink_owner: id }
  await post('checkout.session.completed', { mode: 'subscription', customer, client_reference_id: id, metadata })
}

/** Opens the page of the provider that a button leads to. */
async function follow(page: Page, button: string): Promise<string> {
  await page.route('https://pay.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Pay here' }))
  await tabTo(page, page.getByRole('button', { name: button }))
  await page.keyboard.press('Enter')
  await page.getByText('Pay here').waitFor()
  return page.url()
}

/** The path of an address of the app that the provider was given. */
const given = (call: string, name: string) => {
  const { pathname, search } = new URL(provider.calls.findLast((one) => one.call === call)?.parameters[name] ?? '')
  return pathname + search
}

describe('plans', () => {
  it('a checkout leads to the provider and back, and the plan is shown when its event comes, without reload', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      await page.getByText('Plan: Free').waitFor()
      expect(await follow(page, 'Choose Starter (monthly)')).toMatch(/^https:\/\/pay\.example\/c\//)
      await page.goto(given('POST /v1/checkout/sessions', 'success_url'))
      await page.getByText('Your plan starts when the payment is confirmed').waitFor()
      await page.getByText('Plan: Free').waitFor()
      await pay(account)
      await page.getByText('Plan: Starter').waitFor()
      expect(await page.getByRole('meter', { name: 'Usage' }).getAttribute('max')).toBe('1000')
      expect(await page.getByRole('button', { name: 'Choose Pro (monthly)' }).count()).toBe(0)
      expect(await follow(page, 'Manage billing')).toMatch(/^https:\/\/pay\.example\/p\//)
      expect(given('POST /v1/billing_portal/sessions', 'return_url')).toBe('/dash/settings')
    })
  })

  it('an import that the plan has no room for names the links that are left out, and the way to the plan', async () => {
    const account = await dash.newAccount()
    await pay(account)
    await makeLinks(
      account,
      Array.from({ length: 999 }, () => ({ target: 'https://example.com/' })),
    )
    const csv = 'slug,target\nfits-1,https://example.com/1\nfits-2,https://example.com/2\n'
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings/import')
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await page.getByText('Your plan allows 1 more link this month').waitFor()
      await page.getByRole('button', { name: 'Import 1 link' }).click()
      await page.getByText('1 imported, 0 already existed, 1 skipped').waitFor()
      await page.getByRole('cell', { name: "You have reached your plan's limit of links for this month." }).waitFor()
      await page.getByRole('status').getByRole('link', { name: 'View plan' }).click()
      await page.getByText('1,000 of 1,000 links this month').waitFor()
    })
  })

  it('a cancelled checkout is said, and the note can be dismissed', async () => {
    await dash.signedIn(await dash.newAccount(), async ({ page }) => {
      await page.goto('/dash/settings')
      await follow(page, 'Choose Pro (monthly)')
      await page.goto(given('POST /v1/checkout/sessions', 'cancel_url'))
      await page.getByText('Checkout canceled. You were not charged.').waitFor()
      await page.getByRole('link', { name: 'Dismiss' }).click()
      await page.getByText('Checkout canceled').waitFor({ state: 'detached' })
    })
  })

  it('what is not sold has no button, and a provider that fails is said', async () => {
    await dash.signedIn(await dash.newAccount(), async ({ page }) => {
      await page.goto('/dash/settings')
      await page.getByRole('button', { name: 'Choose Pro (monthly)' }).waitFor()
      expect(await page.getByRole('button', { name: /yearly/ }).count()).toBe(0)
      await stubField(page, 'createCheckoutSession', {
        code: 'UPSTREAM_FAILED',
        message: 'The payment provider failed',
      })
      await page.getByRole('button', { name: 'Choose Pro (monthly)' }).click()
      await page.getByText('The payment provider failed').waitFor()
    })
  })

  it('packs beyond the plan are switched on, and a bound is said at its field', async () => {
    const account = await dash.newAccount()
    await pay(account)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      await page.getByLabel('Auto-refill').check()
      await page.getByLabel('Links per pack').fill('20000')
      const save = page.getByRole('region', { name: 'Plan and usage' }).getByRole('button', { name: 'Save' })
      await save.click()
      await page.getByRole('alert').getByText('Links per pack must be at most 10000.').waitFor()
      await page.getByLabel('Links per pack').fill('500')
      await page.getByLabel('Monthly spending limit').fill('20')
      await save.click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const { data } = await account.ask('{ meAutoRefill { enabled refillPackLinks maxMonthlySpend } }')
      expect(data.meAutoRefill).toEqual({ enabled: true, refillPackLinks: 500, maxMonthlySpend: 20 })
    })
  })
})

describe('on a phone and on a desktop', () => {
  it('the plan of a subscriber is accessible and scrolls in one direction only', async () => {
    const account = await dash.newAccount()
    await pay(account)
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto('/dash/settings?checkout=done')
        await page.getByText('25 custom domains').waitFor()
        await expectGoodOnBothScreens(page)
      },
      PHONE,
    )
  })
})
