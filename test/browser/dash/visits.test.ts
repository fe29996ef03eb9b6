import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { follow } from '../../support/api.ts'
import {
  countAsked,
  countedClicks,
  expectLater,
  followLink,
  forgetAnswers,
  makeLinks,
  PERSON,
  savedFile,
  stubField,
  tabTo,
  useDash,
} from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

// As behind a proxy, which says where a visit comes from.
const dash = useDash({ TRUST_PROXY: '1' })
/** An address whose country the packaged data has known for long. */
const FROM_JAPAN = { 'x-forwarded-for': '133.11.0.1' }
const FROM_GERMANY = { 'x-forwarded-for': '141.30.0.1' }

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

/** The number of a tile. */
const tile = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).locator('strong')
const people = (page: Page) => tile(page, 'Visits')
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const exportVisits = async (page: Page) => {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Visits as CSV' }).click()
}
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

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
        await page.goto('/dash/nowhere')
        for (const [address, text] of [
          [`${path}?range=own&from=2026-01-01&to=2099-12-31&bots=include&where=BROWSER:Firefox`, 'Recent visits'],
          [`${path}?range=own&from=2020-01-01&to=2020-01-31`, 'Show the latest visits'],
          ['/dash/visits', 'Most visited'],
        ] as const) {
          await followLink(page, address)
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
      await page.evaluate(`new MutationObserver(() => {
        if (document.body.innerText.includes('No visits in this period')) globalThis.deniedVisits = true
      }).observe(document.body, { childList: true, subtree: true })`)
      await visit(account, [[link.shortlink, 1]])
      await expectLater(page, () => page.getByText('Firefox · Linux').isVisible())
      const sentence = 'If the browser is Firefox'
      const recent = page.getByRole('region', { name: 'Recent visits' })
      await recent.getByText(`${sentence} → https://example.com/fox`, { exact: false }).waitFor()
      // Without another tick of the page's clock: the visit itself refreshes the numbers.
      await expect.poll(() => people(page).innerText()).toBe('1')
      expect(await page.getByText('No visits yet').count()).toBe(0)
      expect(await page.evaluate('globalThis.deniedVisits')).toBe(undefined)
      await openTab(page, 'Browsers')
      await card(page, 'Devices').getByText('Firefox').waitFor()
      await openTab(page, 'Rules')
      await card(page, 'Activity').getByText(sentence).waitFor()
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
      await card(page, 'Sources').getByRole('button', { name: 'news.example' }).click()
      await page.waitForURL('**where=REFERRER%3Anews.example')
      await page.reload()
      await page.getByRole('button', { name: 'Referrers: news.example, remove filter' }).waitFor()
      await expect.poll(() => people(page).innerText()).toBe('1')
      await page.getByText('View as table').click()
      const row = page.getByRole('region', { name: 'View as table' }).locator('tbody tr').last()
      // Of people, visitors, bots: the visitor's first visit had no referrer.
      expect(await row.locator('td').allInnerTexts()).toEqual(['1', '0', '0'])
      const time = await row.locator('th').innerText()
      expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe(`${time}: 1, before: 0`)
      await page.getByText('Time zone: Europe/Berlin').waitFor()
      await openTab(page, 'Refs')
      await card(page, 'Sources').getByText('flyer').waitFor()
    })
  })

  it('the map has a stronger color for more visits, names a country at the pointer and filters by a click', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [
      [link.shortlink, 9, FROM_JAPAN],
      [link.shortlink, 1, FROM_GERMANY],
      [link.shortlink, 2],
    ])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const map = page.getByRole('img', { name: 'Country map' })
      const [japan, germany] = [map.locator('[data-country=JP]'), map.locator('[data-country=DE]')]
      const colorOf = (country: typeof japan) =>
        country.evaluate<string, SVGElement>(
          (path) => path.ownerDocument.defaultView?.getComputedStyle(path).fill ?? '',
        )
      await japan.waitFor()
      const none = map.locator('path:not([data-country])').first()
      expect(new Set([await colorOf(japan), await colorOf(germany), await colorOf(none)]).size).toBe(3)
      expect(await map.locator('[data-country]').count()).toBe(2)
      await card(page, 'Locations').getByText('Unknown: 2').waitFor()
      // No attribute in camel case, which browsers ignore.
      const attributes =
        'Array.from(document.querySelectorAll("svg *"), (one) => one.getAttributeNames()).flat().join()'
      expect(await page.evaluate<string>(attributes)).toMatch(/^[a-z0-9,:-]+$/)
      await germany.hover({ force: true })
      await page.getByText('Germany: 1').waitFor()
      // The middle between the islands is sea.
      await japan.dispatchEvent('click')
      await page.waitForURL('**where=COUNTRY%3AJP')
      await expect.poll(() => people(page).innerText()).toBe('9')
      await openTab(page, 'Countries')
      await card(page, 'Locations').getByRole('button', { name: 'Japan' }).waitFor()
    })
  })

  it('period, bots, chart, tabs, filters and files are reached by the keyboard alone', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [
      [link.shortlink, 2],
      [link.shortlink, 1, { 'user-agent': 'Googlebot/2.1' }],
    ])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const { keyboard } = page
      await tabTo(page, page.getByLabel('Period', { exact: true }))
      await keyboard.type('Custom')
      await page.waitForURL('**range=own&from=*&to=*')
      await tabTo(page, page.getByLabel('Include bots'))
      await keyboard.press('Space')
      await page.waitForURL('**bots=include')
      await expect.poll(() => people(page).innerText()).toBe('3')
      await tabTo(page, page.getByRole('tab', { name: /^Visits/ }))
      await keyboard.press('End')
      await tabTo(page, page.getByRole('slider', { name: 'Bots over time' }))
      await page.getByText('so far').waitFor()
      await keyboard.press('Home')
      await expect.poll(() => page.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/: 0, before: 0$/)
      await tabTo(page, page.getByRole('tab', { name: 'Devices' }))
      await keyboard.press('ArrowRight')
      await tabTo(page, card(page, 'Devices').getByRole('button', { name: 'Firefox' }))
      await keyboard.press('Enter')
      await page.waitForURL('**where=BROWSER*')
    })
  })

  it('a click on a bar or a drag over bars zooms into them, and Back restores the period', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [[link.shortlink, 2]])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`${path}?range=7d`)
      const slider = page.getByRole('slider')
      const { x, y, width } = await slider.boundingBox().then((box) => box ?? { x: 0, y: 0, width: 0 })
      await page.mouse.move(x + width * 0.95, y + 100)
      await page.mouse.down()
      await page.mouse.move(x + width * 0.35, y + 100)
      await page.mouse.up()
      await page.waitForURL('**range=own*')
      await expect.poll(() => slider.getAttribute('aria-valuemax')).toBe('4')
      await page.goBack()
      await page.waitForURL('**range=7d')
      await expect.poll(() => slider.getAttribute('aria-valuemax')).toBe('6')
      await slider.click({ position: { x: width * 0.95, y: 100 } })
      await page.waitForURL('**range=own*')
      // The hours of the running day.
      await expect.poll(() => page.locator('[data-running]').count()).toBe(1)
      await expect.poll(() => people(page).innerText()).toBe('2')
    })
  })

  it('dates in the wrong order show an error, and a custom comparison is in the address', async () => {
    const { account, path } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(`${path}?range=own&from=2026-01-01&to=2026-01-31`)
      await page.getByLabel('From').fill('2026-02-02')
      await page.getByText('From must not be after To.').waitFor()
      await expectAccessible(page)
      expect(page.url()).toContain('from=2026-01-01')
      await page.getByLabel('From').fill('2026-01-05')
      await page.waitForURL('**from=2026-01-05**')
      await page.getByLabel('Compare with', { exact: true }).selectOption('year')
      await page.waitForURL('**compare=year')
      await page.getByLabel('Compare with', { exact: true }).selectOption('own')
      await page.waitForURL('**compare-from=2025-12-*')
    })
  })

  it('the details have all values, found by search, and filter by a click', async () => {
    const { account, link, path } = await oneLink()
    const referrers = Array.from({ length: 14 }, (_, index) => `host-${index}.example`)
    await visit(
      account,
      referrers.map((host) => [link.shortlink, 1, { referer: `https://${host}/` }] as const),
    )
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await card(page, 'Sources').getByText('6 with other values').waitFor()
      await card(page, 'Sources').getByRole('button', { name: 'Details' }).click()
      const dialog = page.getByRole('dialog', { name: 'Referrers' })
      await dialog.getByText('Page 1 of 2').waitFor()
      const file = await savedFile(page, () => dialog.getByRole('button', { name: 'CSV' }).click())
      expect(file.toString().trim().split('\r\n')).toHaveLength(15)
      await dialog.getByLabel('Search').fill('host-13')
      // One page needs no buttons to others.
      await expect.poll(() => dialog.getByText('Page 1 of').count()).toBe(0)
      await dialog.getByRole('button', { name: 'host-13.example' }).click()
      await page.waitForURL('**where=REFERRER%3Ahost-13.example')
      await expect.poll(() => people(page).innerText()).toBe('1')
    })
  })

  it('only the open tab of each card is requested, and numbers of another period fade while they load', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [[link.shortlink, 1]])
    await dash.signedIn(account, async ({ page }) => {
      const asked: Record<string, unknown>[] = []
      page.on('request', (request) => {
        const body = request.postData() ?? ''
        if (body.includes('$sources')) asked.push(JSON.parse(body).variables)
      })
      await page.goto(path)
      await card(page, 'Devices').getByText('Desktop').waitFor()
      await openTab(page, 'Browsers')
      await card(page, 'Devices').getByText('Firefox').waitFor()
      expect(asked.slice(0, 2).map(({ sources, devices }) => [sources, devices])).toEqual([
        ['REFERRER', 'DEVICE'],
        ['REFERRER', 'BROWSER'],
      ])
      const restore = await stubField(page, 'analytics', 'never')
      await page.getByLabel('Period', { exact: true }).selectOption('90d')
      const faded = page.locator('[data-stale]').first()
      await faded.waitFor()
      await expect.poll(() => faded.evaluate((element) => getComputedStyle(element as Element).opacity)).toBe('0.6')
      await restore()
    })
  })

  it('weekdays are in the order of the week, and hours have a cell for each of a week', async () => {
    const { account, link, path } = await oneLink()
    await visit(account, [[link.shortlink, 1]])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const activity = card(page, 'Activity')
      await activity.locator('td[data-step]').waitFor()
      expect(await activity.locator('tbody td').count()).toBe(7 * 24)
      // All hours are in view on a phone too.
      await page.setViewportSize({ width: 375, height: 740 })
      const hidden = () => activity.locator('section').evaluate((area) => area.scrollWidth - area.clientWidth)
      await expect.poll(hidden).toBe(0)
      await page.setViewportSize({ width: 1280, height: 800 })
      // Its hours are summed by the server, for any period.
      await page.getByLabel('Period', { exact: true }).selectOption('12m')
      await page.waitForURL(/range=12m/)
      await activity.locator('td[data-step]').waitFor()
      await activity.getByRole('button', { name: 'Details' }).click()
      const hours = page.getByRole('dialog', { name: 'Hours' })
      await hours.getByText(/^\w+day, \d+:00\s[AP]M$/).click()
      await page.getByRole('button', { name: /^Hours: \w+day, .*remove filter$/ }).waitFor()
      await activity.locator('td[data-step]').waitFor()
      await openTab(page, 'Weekdays')
      await expect
        .poll(() => activity.locator('bdi').allInnerTexts())
        .toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
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
      await followLink(page, `${path}?where=BROWSER:Opera`)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await expect.poll(() => people(page).innerText()).toBe('1')
    })
  })

  it('needs seven requests, however many visits there are', async () => {
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
        await page.goto('/healthz')
        page.on('request', note)
        await page.goto(`/dash/links/${id}`)
        await page.getByRole('region', { name: 'Recent visits' }).waitFor()
        await expect.poll(() => page.getByText('Loading').count()).toBe(0)
        page.off('request', note)
        return bodies.size
      }
      expect([await requests(few.id), await requests(many.id)]).toEqual([7, 7])
    })
  })

  it('loading, a limit and a lost connection show in place of the numbers, and the list goes on', async () => {
    const { account, path } = await oneLink()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/nowhere')
      for (const [stub, text] of [
        ['never', 'Loading'],
        [{ code: 'RATE_LIMITED', message: 'Slow down', retryAfterSeconds: 50 }, 'Slow down'],
        [{ code: 'PLAN_LIMIT', message: 'The plan keeps no visits' }, 'The plan keeps no visits'],
        [{ code: 'INTERNAL_SERVER_ERROR', message: 'Broken' }, 'stubbed-request'],
      ] as const) {
        await forgetAnswers(page)
        const restore = await stubField(page, 'analytics', stub)
        await followLink(page, path)
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
      await page.getByLabel('Period', { exact: true }).selectOption('7d')
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
      await page.getByText('Use the API').click()
      expect(await page.locator('pre').innerText()).toContain('analytics')
      await page.getByText('Share the link').waitFor()
      await page.getByRole('button', { name: `Copy ${link.shortUrl}` }).click()
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(link.shortUrl)
      await followLink(page, '/dash/visits')
      await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
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
      const saved = async (query: string, period: string) => {
        await followLink(page, path + query)
        await expect.poll(() => page.getByLabel('Period', { exact: true }).first().inputValue()).toBe(period)
        const file = await savedFile(page, () => exportVisits(page))
        return file.toString().trim().split('\r\n').length - 1
      }
      await page.goto('/dash/nowhere')
      expect(await saved('', '30d')).toBe(2)
      expect(await saved('?range=7d&bots=include', '7d')).toBe(3)
      expect(await saved('?range=own&from=2025-01-01&to=2025-01-31', 'own')).toBe(0)
      await followLink(page, `${path}?where=BROWSER:Firefox`)
      await page.getByRole('button', { name: /Firefox, remove filter$/ }).waitFor()
      await savedFile(page, () => exportVisits(page))
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
      await page.goto(`/dash/links/${first.id}`)
      expect(await people(page).innerText()).toBe('2')
      await followLink(page, `/dash/links/${second.id}`)
      await expect.poll(() => people(page).innerText()).toBe('3')
      await followLink(page, '/dash/visits')
      await expect.poll(() => people(page).innerText()).toBe('5')
      const rows = page.getByRole('region', { name: 'Most visited' }).getByRole('link')
      const shown = async () => (await rows.allInnerTexts()).map((row) => row.split(/\s+/).slice(0, 2))
      await expect.poll(shown).toEqual([
        [second.shortlink, '3'],
        [first.shortlink, '2'],
      ])
      await rows.first().click()
      await page.waitForURL(`**/dash/links/${second.id}`)
    })
  })
})
