import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { follow } from '../../support/api.ts'
import {
  countAsked,
  countedClicks,
  expectLater,
  makeLinks,
  PERSON,
  savedFile,
  stubField,
  tabTo,
  useDash,
} from '../../support/dash.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

// As behind a proxy, which says where a visit comes from.
const dash = useDash({ TRUST_PROXY: '1' })
/** An address whose country the packaged data has known for long. */
const FROM_JAPAN = { 'x-forwarded-for': '133.11.0.1' }

type Account = Awaited<ReturnType<typeof dash.newAccount>>

async function oneLink(input: object = {}) {
  const account = await dash.newAccount()
  const [link] = await makeLinks(account, [{ target: 'https://example.com/own', ...input }])
  if (link === undefined) throw new Error('The link was not made')
  return { account, link, path: `/dash/links/${link.id}` }
}

/** Follows links, each as often as is said, and waits until the visits are counted. */
async function visit(account: Account, visits: readonly (readonly [slug: string, times: number, headers?: object])[]) {
  const before = await countedClicks(account)
  for (const [slug, times, headers = {}] of visits) {
    for (let time = 0; time < times; time++) await follow(dash.url, slug, { ...PERSON, ...headers })
  }
  const made = visits.reduce((sum, [, times]) => sum + times, 0)
  // Visits are stored in batches.
  await expect.poll(() => account.clicks()).toBe(before + made)
}

const people = (page: Page) => page.locator('dt:text-is("Visits") + dd').last()

describe('on a phone and on a desktop', () => {
  it('the visits of a link and of all links are accessible and scroll in one direction only', async () => {
    const { account, link, path } = await oneLink({
      rules: [{ type: 'os', value: 'linux', target: 'https://e.example/' }],
    })
    await visit(account, [
      [link.shortlink, 2, FROM_JAPAN],
      [link.shortlink, 1, { 'user-agent': 'Googlebot/2.1' }],
    ])
    await dash.signedIn(
      account,
      async ({ page }) => {
        for (const [address, text] of [
          [`${path}?range=own&from=2026-01-01&to=2099-12-31&bots=include&where=BROWSER:Firefox`, 'Recent visits'],
          [`${path}?range=own&from=2020-01-01&to=2020-01-31`, 'Show the latest visits'],
          ['/dash/visits', 'Most visited'],
        ] as const) {
          await page.goto(address)
          await page.getByText(text).first().waitFor()
          await expect.poll(() => page.getByText('Loading').count()).toBe(0)
          await expectGoodOnBothScreens(page)
        }
      },
      PHONE,
    )
  })
})

describe('the visits of a link', () => {
  it('a visit shows without a reload, in the list with the rule that decided, and in the numbers', async () => {
    const { account, link, path } = await oneLink({
      rules: [{ type: 'browser', value: 'firefox', target: 'https://example.com/fox' }],
    })
    await dash.signedIn(account, async ({ page }) => {
      await page.clock.install()
      const hitsAsked = countAsked(page, 'hits(take')
      await page.goto(path)
      await page.getByText('Waiting for the first visit').waitFor()
      // Within a few seconds of the page's time it asks again.
      await page.clock.runFor(3_000)
      // Requests are reported in their order.
      await page.evaluate('fetch("/healthz").then(() => 0)')
      expect(hitsAsked()).toBeGreaterThan(1)
      await visit(account, [[link.shortlink, 1]])
      await expectLater(page, () => page.getByText('Firefox · Linux').isVisible())
      await page.getByRole('region', { name: 'Recent visits' }).getByText('Rule 1 → https://example.com/fox').waitFor()
      const browsers = page.getByRole('region', { name: 'Browsers' })
      await expectLater(page, () => browsers.getByText('Firefox').isVisible())
      expect(await people(page).innerText()).toBe('1')
      await page.getByRole('region', { name: 'Rules' }).getByText('Rule 1').waitFor()
    })
  })

  it('a click on a value filters, the filter survives a reload, and table and chart have the same numbers', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [
      [link.shortlink, 3],
      [`${link.shortlink}?ref=flyer`, 1, { referer: 'https://news.example/' }],
    ])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`${path}?range=7d`)
      await page.getByRole('region', { name: 'Referrers' }).getByRole('button', { name: 'news.example' }).click()
      await page.waitForURL('**where=REFERRER%3Anews.example')
      await page.reload()
      await page.getByRole('button', { name: 'Referrers: news.example, remove filter' }).waitFor()
      await expect.poll(() => people(page).innerText()).toBe('1')
      await page.getByText('View as table').click()
      const row = page.locator('tbody tr').last()
      // Of people, visitors, bots: the visitor's first visit had no referrer.
      expect(await row.locator('td').allInnerTexts()).toEqual(['1', '0', '0'])
      const time = await row.locator('th').innerText()
      expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe(`${time}: 1 human, 0 bots`)
      await page.getByText('Time zone: Europe/Berlin').waitFor()
      await page.getByRole('region', { name: 'Ref values' }).getByText('flyer').waitFor()
    })
  })

  it('the map shows where visits come from, filters by a click, and can be hidden', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [
      [link.shortlink, 2, FROM_JAPAN],
      [link.shortlink, 1],
    ])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const map = page.getByRole('img', { name: 'Country map' })
      const japan = map.locator('[data-country=JP]')
      expect(await japan.locator('title').textContent()).toBe('Japan: 2')
      expect(await map.locator('[data-country]').count()).toBe(1)
      // The middle between the islands is sea.
      await japan.dispatchEvent('click')
      await page.waitForURL('**where=COUNTRY%3AJP')
      await expect.poll(() => people(page).innerText()).toBe('2')
      await page.getByRole('button', { name: 'Country map' }).click()
      await map.waitFor({ state: 'detached' })
      await page.reload()
      await page.getByRole('region', { name: 'Countries' }).getByRole('button', { name: 'Japan' }).waitFor()
      expect(await map.count()).toBe(0)
    })
  })

  it('range, bots, chart, filters and files are reached by the keyboard alone', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [
      [link.shortlink, 2],
      [link.shortlink, 1, { 'user-agent': 'Googlebot/2.1' }],
    ])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const { keyboard } = page
      await tabTo(page, page.getByLabel('Period'))
      await keyboard.type('Custom')
      await page.waitForURL('**range=own&from=*&to=*')
      await tabTo(page, page.getByLabel('Include bots'))
      await keyboard.press('Space')
      await page.waitForURL('**bots=include')
      await tabTo(page, page.getByRole('slider'))
      await page.getByText('2 human, 1 bots').waitFor()
      await keyboard.press('Home')
      await page.getByText('0 human, 0 bots').waitFor()
      await tabTo(page, page.getByRole('region', { name: 'Browsers' }).getByRole('button', { name: 'Firefox' }))
      await keyboard.press('Enter')
      await page.waitForURL('**where=BROWSER*')
      await tabTo(page, page.getByRole('button', { name: 'Export visits as CSV' }))
      const file = await savedFile(page, () => keyboard.press('Enter'))
      expect(file.toString().trim().split('\r\n')).toHaveLength(4)
    })
  })

  it('an empty range offers the last one that has visits, and what hides them', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [[link.shortlink, 1]])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`${path}?range=own&from=2025-01-01&to=2025-01-31`)
      await page.getByText('No visits in this period').waitFor()
      await page.getByRole('button', { name: 'Show the latest visits' }).click()
      await expect.poll(() => people(page).innerText()).toBe('1')
      await page.goto(`${path}?where=BROWSER:Opera`)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect.poll(() => people(page).innerText()).toBe('1')
    })
  })

  it('needs five requests, however many visits there are', async () => {
    const account = await dash.newAccount()
    const [few, many] = await makeLinks(account, [
      { target: 'https://example.com/' },
      { target: 'https://example.com/' },
    ])
    if (!few || !many) throw new Error('The links were not made')
    await visit(account, [
      [few.shortlink, 1],
      [many.shortlink, 30],
    ])
    await dash.signedIn(account, async ({ page }) => {
      const requests = async (id: string) => {
        // The live list asks the same again every two seconds.
        const bodies = new Set<string>()
        const note = (request: Request) => {
          if (request.url().endsWith('/graphql')) bodies.add(request.postData() ?? '')
        }
        await page.goto('/dash/nowhere')
        page.on('request', note)
        await page.goto(`/dash/links/${id}`)
        await page.getByRole('region', { name: 'Recent visits' }).waitFor()
        await expect.poll(() => page.getByText('Loading').count()).toBe(0)
        page.off('request', note)
        return bodies.size
      }
      expect([await requests(few.id), await requests(many.id)]).toEqual([5, 5])
    })
  })

  it('loading, a limit and a lost connection show in place of the numbers, and the list goes on', async () => {
    const { account, path } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      for (const [stub, text] of [
        ['never', 'Loading'],
        [{ code: 'RATE_LIMITED', message: 'Slow down', retryAfterSeconds: 50 }, 'Slow down'],
        [{ code: 'PLAN_LIMIT', message: 'The plan keeps no visits' }, 'The plan keeps no visits'],
        [{ code: 'INTERNAL_SERVER_ERROR', message: 'Broken' }, 'stubbed-request'],
      ] as const) {
        const restore = await stubField(page, 'analytics', stub)
        await page.goto(path)
        await page.getByText(text).first().waitFor()
        await page.getByText('Waiting for the first visit').waitFor()
        await restore()
      }
    })
  })

  it('after a range that asks too much another one can be chosen', async () => {
    const { account, path } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      const restore = await stubField(page, 'analytics', { code: 'QUERY_TOO_COMPLEX', message: 'Too much at once' })
      await page.goto(`${path}?range=12m`)
      await page.getByRole('alert').getByText('Too much at once').waitFor()
      await restore()
      await page.getByLabel('Period').selectOption('7d')
      await page.getByText('No visits yet').waitFor()
    })
  })

  it('numbers that cannot be renewed stay, with the reason', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [[link.shortlink, 1]])
    await dash.signedIn(account, async ({ page }) => {
      await page.clock.install()
      await page.goto(path)
      await expect.poll(() => people(page).innerText()).toBe('1')
      await stubField(page, 'analytics', { code: 'RATE_LIMITED', message: 'Slow down', retryAfterSeconds: 600 })
      await expectLater(page, () => page.getByText('Could not refresh: Slow down').isVisible())
      expect(await people(page).innerText()).toBe('1')
    })
  })

  it('without any, the pages say what comes here, how to begin and how programs read it', async () => {
    const { account, link, path } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      expect(await page.locator('pre').innerText()).toContain('analytics')
      await page.getByText('Share the link').waitFor()
      await page.getByRole('button', { name: `Copy ${link.shortUrl}` }).click()
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(link.shortUrl)
      await page.goto('/dash/visits')
      await page.getByText('No visits yet').waitFor()
      await page.getByRole('main').getByRole('link', { name: 'Links' }).click()
      await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor()
    })
  })

  it('are saved as those of the range, without bots unless they are counted', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [
      [link.shortlink, 2],
      [link.shortlink, 1, { 'user-agent': 'Googlebot/2.1' }],
    ])
    await dash.signedIn(account, async ({ page }) => {
      const saved = async (query: string) => {
        await page.goto(`${path}?${query}`)
        const button = page.getByRole('button', { name: 'Export visits as CSV' })
        const file = await savedFile(page, () => button.click())
        return file.toString().trim().split('\r\n').length - 1
      }
      expect(await saved('')).toBe(2)
      expect(await saved('range=7d&bots=include')).toBe(3)
      expect(await saved('range=own&from=2025-01-01&to=2025-01-31')).toBe(0)
      await page.goto(`${path}?where=BROWSER:Firefox`)
      await page.getByText('The file contains all visits in the period, regardless of filters.').waitFor()
    })
  })

  it('a link that is not there is said', async () => {
    const { account } = await oneLink()
    const other = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(other.path)
      await page.getByRole('heading', { name: 'Link not found' }).waitFor()
    })
  })
})

describe('the visits of all links', () => {
  it('are the sum of those of each link, and the most visited one leads to its own', async () => {
    const account = await dash.newAccount()
    const links = await makeLinks(account, [
      { target: 'https://example.com/1' },
      { target: 'https://example.com/2' },
      { target: 'https://example.com/3' },
    ])
    const [first, second] = links
    if (!first || !second) throw new Error('The links were not made')
    await visit(account, [
      [first.shortlink, 2],
      [second.shortlink, 3],
      [second.shortlink, 2, { 'user-agent': 'Googlebot/2.1' }],
    ])
    await dash.signedIn(account, async ({ page }) => {
      const own: number[] = []
      for (const { id } of links.slice(0, 2)) {
        await page.goto(`/dash/links/${id}`)
        own.push(Number(await people(page).innerText()))
      }
      expect(own).toEqual([2, 3])
      await page.goto('/dash/visits')
      expect(await people(page).innerText()).toBe('5')
      const week = page.getByRole('region', { name: 'Last 7 days' })
      await week.getByText('5', { exact: true }).waitFor()
      await week.getByText('No earlier data').first().waitFor()
      const rows = page.getByRole('region', { name: 'Most visited' }).getByRole('link')
      expect((await rows.allInnerTexts()).map((row) => row.split(/\s+/).slice(0, 2))).toEqual([
        [second.shortlink, '3'],
        [first.shortlink, '2'],
      ])
      await rows.first().click()
      await page.waitForURL(`**/dash/links/${second.id}`)
    })
  })
})
