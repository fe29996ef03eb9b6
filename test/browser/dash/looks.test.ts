import { describe, expect, it } from 'vitest'
import { follow } from '../../support/api.ts'
import { followLink, makeLinks, PERSON, useDash } from '../../support/dash.ts'
import { expectAccessible, expectLandmarksApart, expectMirrored, expectNoSidewaysScrolling } from '../looked-at.ts'
import { expectGoodOnBothScreens, onBothScreens, PHONE } from '../screens.ts'

const dash = useDash()

describe('on a phone and on a desktop', () => {
  it('each page is accessible, scrolls in one direction only, and is mirrored where text runs from right to left', async () => {
    const account = await dash.newAccount()
    const long = 'W'.repeat(100)
    const [link] = await makeLinks(account, [
      {
        target: `https://example.com/${long}`,
        title: `${long} مرحبا`,
        tags: ['spring', 'mail'],
        password: 'open sesame',
        rules: [
          { type: 'country', value: 'DE,AT', target: 'https://example.com/de' },
          { type: 'percent', value: '30', target: 'https://example.com/b' },
        ],
      },
      { target: 'https://example.com/', expiresAt: '2020-01-01T00:00:00Z' },
      { target: 'https://example.com/', shortlink: `followed-${account.id}` },
    ])
    await follow(dash.url, `followed-${account.id}`, PERSON)
    await expect.poll(() => account.clicks()).toBe(1)
    await account.ask('mutation { createApiKey(label: "laptop") { secret } }')
    await dash.signedIn(
      account,
      async ({ page }) => {
        const pages = [
          ['/dash', '3 links'],
          ['/dash?search=nothing', 'No links match'],
          [`/dash/links/${link?.id}`, 'No visits yet'],
          ['/dash/visits', 'Browsers'],
          [`/dash/links/${link?.id}/edit`, 'Aliases'],
          [`/dash/links/${link?.id}/rules`, 'Simulator'],
          [`/dash/links/${link?.id}/qr`, 'Rounded modules'],
          ['/dash/settings', 'laptop'],
          ['/dash/settings/defaults', 'No templates yet'],
          ['/dash/settings/audit', '127.0.0.0/24'],
          ['/dash/new?url=https://example.com/', 'Regenerate'],
          ['/dash/nowhere', 'There is no page'],
        ] as const
        await page.goto('/dash')
        for (const [path, text] of pages) {
          await followLink(page, path)
          await page.getByText(text).first().waitFor()
          await onBothScreens(page, async () => {
            await expectAccessible(page)
            await expectNoSidewaysScrolling(page)
            await expectLandmarksApart(page)
            await expectMirrored(page)
          })
        }
        await followLink(page, '/dash')
        await page.getByText('3 links').waitFor()
        await page.keyboard.press('?')
        await page.getByRole('dialog').waitFor()
        await onBothScreens(page, () => expectAccessible(page))
      },
      PHONE,
    )
  })

  it('so are the pages before the session', async () => {
    await dash.open(async ({ page }) => {
      for (const path of ['/dash/sign-in', '/dash/sign-up']) {
        await page.goto(path)
        await page.getByLabel('Email').waitFor()
        await expectGoodOnBothScreens(page)
      }
    }, PHONE)
  })
})
