import { describe, expect, it } from 'vitest'
import { expectLater, followLink, forgetAnswers, makeLinks, tabTo, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'
import { onBothScreens } from '../screens.ts'

const dash = useDash()

describe('the list of links', () => {
  it('Enter makes a link and copies it; a wrong URL is said below it and kept; more options take it along', async () => {
    const account = await dash.newAccount()
    await dash.atLinks(account, async ({ page }) => {
      await page.getByLabel('Destination URL').fill('example.com/first')
      await page.keyboard.press('Enter')
      await page.getByText('Link created and copied').waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      const followed = await fetch(`${dash.url}${new URL(copied).pathname}`, { redirect: 'manual' })
      expect(followed.headers.get('location')).toBe('https://example.com/first')

      await page.getByLabel('Destination URL').fill('javascript:alert(1)')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('Destination URL: enter a complete URL').waitFor()
      expect(await page.getByLabel('Destination URL').getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByLabel('Destination URL').inputValue()).toBe('javascript:alert(1)')
      await page.getByLabel('Destination URL').fill('example.com/second')
      await page.getByRole('link', { name: 'More options' }).click()
      await page.getByRole('heading', { name: 'New link' }).waitFor()
      expect(await page.getByLabel('Destination URL').inputValue()).toBe('https://example.com/second')
    })
  })

  it('at least 9 rows are visible on a laptop and 5 on a phone, and a click anywhere on one opens it', async () => {
    const account = await dash.newAccount()
    const inputs = Array.from({ length: 20 }, (_, at) => ({ target: `https://example.com/${at}`, tags: ['spring'] }))
    const links = await makeLinks(account, inputs)
    await dash.atLinks(account, async ({ page }) => {
      for (const [width, height, least] of [
        [1280, 800, 9],
        [375, 740, 5],
      ] as const) {
        await page.setViewportSize({ width, height })
        await followLink(page, '/dash')
        await page.locator('[data-row="8"] [data-main]').waitFor()
        const visible = () =>
          page.evaluate<number>(`[...document.querySelectorAll('[data-row]')].filter((row) => {
            const { left, bottom, height } = row.getBoundingClientRect()
            const top = document.elementFromPoint(left + 20, bottom - 2)
            return height > 0 && bottom <= innerHeight && row.contains(top)
          }).length`)
        await expect.poll(visible).toBeGreaterThanOrEqual(least)
        const box = await page.locator('[data-row="1"]').boundingBox()
        if (box === null) throw new Error('The row is not drawn')
        await page.mouse.click(box.x + box.width * 0.6, box.y + box.height - 4)
        await page.waitForURL(`**/dash/links/${links.at(-2)?.id}`)
      }
    })
  })

  it('the slug is whole and the headings are inside the card, between a phone and a laptop', async () => {
    const account = await dash.newAccount()
    const shortlink = `spring-sale-${process.pid}`
    await makeLinks(account, [{ target: 'https://example.com/', shortlink, tags: ['spring', 'print'] }])
    await dash.atLinks(account, async ({ page }) => {
      const slug = page.locator('[data-row="0"] [data-main] strong')
      await slug.waitFor()
      for (const width of [375, 768, 960, 1024, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const cut = await slug.evaluate((element) => element.scrollWidth - element.clientWidth)
        expect(cut, `cut at ${width} px`).toBeLessThanOrEqual(0)
        const age = await page.getByText('Age', { exact: true }).boundingBox()
        const row = await page.locator('[data-row="0"]').boundingBox()
        expect((age?.x ?? 0) + (age?.width ?? 0)).toBeLessThanOrEqual((row?.x ?? 0) + (row?.width ?? 0))
      }
    })
  })

  it('a row shows what makes its link special, and the menu and the selection bar take no place of their own', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [
      {
        target: 'https://example.com/',
        shortlink: `special-${account.id}`,
        password: 'open sesame',
        maxVisits: 100,
        expiresAt: '2099-01-31T11:00:00Z',
        utm: { source: 'newsletter' },
      },
    ])
    await dash.atLinks(account, async ({ page }) => {
      const row = page.locator('[data-row="0"]')
      await row.getByRole('img', { name: 'Password' }).waitFor()
      const marks = await row.getByRole('img').evaluateAll((all) => all.map((mark) => mark.getAttribute('aria-label')))
      expect(marks).toEqual([
        'Password',
        'Expires Jan 31, 2099',
        'Limit: 100 visits',
        'Campaign: newsletter',
        '0 visits in the last 30 days',
      ])
      const top = async () => (await row.boundingBox())?.y
      const before = await top()
      await row.getByRole('checkbox').check()
      await page.getByText('1 selected').waitFor()
      expect(await page.getByRole('searchbox').count()).toBe(0)
      expect(await top()).toBe(before)
    })
  })

  it('search and filters are kept in the address', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [
      { target: 'https://example.com/apples', tags: ['fruit', 'a', 'b', 'c'] },
      { target: 'https://example.com/pears', tags: ['fruit', 'green, or yellow'] },
      { target: 'https://example.com/nails', tags: ['green, or yellow'] },
    ])
    await dash.atLinks(account, async ({ page }) => {
      await page.getByText('+2', { exact: true }).waitFor()
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByLabel('Tag', { exact: true }).selectOption('fruit')
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.getByLabel('Tag', { exact: true }).selectOption('green, or yellow')
      await page.getByText('1 link', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('1 link', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'fruit, remove filter' }).click()
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'green, or yellow, remove filter' }).click()
      await page.getByText('3 links', { exact: true }).waitFor()
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByLabel('Tag', { exact: true }).selectOption('fruit')
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.getByRole('searchbox').fill('pear')
      await page.getByText('1 link', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('1 link', { exact: true }).waitFor()
      expect(new URL(page.url()).search).toBe('?tag=fruit&search=pear')
      await page.getByRole('searchbox').fill('nothing of the kind')
      await page.getByText('No links match your filters').waitFor()
      await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click()
      await page.getByText('3 links', { exact: true }).waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
    })
  })

  it('links are filtered by what they lack, by what they have and by their age, and each filter is removed by its chip', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [
      { target: 'https://example.com/plain' },
      { target: 'https://example.com/tagged', tags: ['fruit'] },
      { target: 'https://example.com/limited', maxVisits: 5, utm: { source: 'mail' } },
      {
        target: 'https://example.com/routed',
        rules: [{ type: 'country', value: 'DE', target: 'https://example.com/de' }],
      },
    ])
    await dash.atLinks(account, async ({ page }) => {
      const expectCount = (text: string) => page.getByText(text, { exact: true }).waitFor()
      const chip = (name: string) => page.getByRole('button', { name: `${name}, remove filter` })
      await expectCount('4 links')
      await page.getByRole('img', { name: 'Routing rules' }).waitFor()
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByLabel('Without tag').selectOption('fruit')
      await expectCount('3 links')
      await page.getByLabel('Has a visit limit').check()
      await page.getByLabel('Has a campaign').check()
      await expectCount('1 link')
      await onBothScreens(page, () => expectAccessible(page))
      await page.reload()
      await expectCount('1 link')
      await chip('Has a visit limit').click()
      await chip('Has a campaign').click()
      await expectCount('3 links')
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByLabel('Has rules').check()
      await expectCount('1 link')
      await chip('Has rules').click()
      await page.getByRole('button', { name: /^Filter/ }).click()
      await page.getByLabel('Created until').fill('2020-01-31')
      await page.getByText('No links match your filters').waitFor()
      await chip('Until Jan 31, 2020').click()
      await chip('Not fruit').click()
      await expectCount('4 links')
    })
  })

  it('search and filters are reached by the keyboard alone', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [
      { target: 'https://example.com/apples', tags: ['fruit'] },
      { target: 'https://example.com/nails' },
    ])
    await dash.atLinks(account, async ({ page }) => {
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.keyboard.press('/')
      await page.keyboard.type('example')
      await page.waitForURL('**search=example')
      await tabTo(page, page.getByLabel('Sort by'))
      await page.keyboard.type('Old')
      await page.waitForURL('**sort=OLDEST')
      await tabTo(page, page.getByRole('button', { name: /^Filter/ }))
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByLabel('Tag', { exact: true }))
      await page.keyboard.type('fruit')
      await page.getByText('1 link', { exact: true }).waitFor()
      await tabTo(page, page.getByLabel('Archived links'))
      await page.keyboard.type('Arch')
      await page.getByText('No links match your filters').waitFor()
      await tabTo(page, page.getByRole('link', { name: 'Clear filters' }))
      await page.keyboard.press('Enter')
      await page.getByText('2 links', { exact: true }).waitFor()
    })
  })

  it('what an address shares fills the form and makes nothing by itself', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/settings')
      const bookmarklet = (await page.getByRole('link', { name: 'Shorten', exact: true }).getAttribute('href')) ?? ''
      const opened = page.context().waitForEvent('page')
      await page.evaluate(bookmarklet.replace(/^javascript:/, ''))
      const form = await opened
      await form.getByRole('heading', { name: 'New link' }).waitFor()
      expect(await form.getByLabel('Destination URL').inputValue()).toBe(page.url())
      const count = async () => (await account.ask('{ shortlinkConnection { totalCount } }')).data.shortlinkConnection
      expect(await count()).toEqual({ totalCount: 0 })
      await form.getByLabel('Destination URL').fill('https://example.com/shared')
      await form.keyboard.press('Enter')
      await form.getByText('No visits yet').waitFor()
      const { data } = await account.ask('{ shortlinkConnection { items { target title } } }')
      expect(data.shortlinkConnection.items).toEqual([
        { target: 'https://example.com/shared', title: 'Settings · shortlink' },
      ])
    })
  })

  it('a link whose answer was lost is made once, however often the user tries', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.clock.install()
      await page.goto('/dash')
      await page.getByText('No links yet').waitFor()
      let lost = 0
      await page.route('**/graphql', async (route) => {
        if (lost === 2 || !route.request().postData()?.includes('addShortlink')) return route.fallback()
        lost += 1
        await route.fetch()
        await route.abort('connectionreset')
      })
      const shorten = page.getByRole('button', { name: 'Shorten' })
      await page.getByLabel('Destination URL').fill('https://example.com/once')
      for (let tries = 0; tries < 3; tries++) {
        await expectLater(page, () => shorten.isEnabled())
        await shorten.click()
        await expect.poll(() => lost > tries || tries === 2).toBe(true)
      }
      await page.getByText('Link created and copied').waitFor()
      // The next one of the same address is another link.
      await page.getByLabel('Destination URL').fill('https://example.com/once')
      await page.keyboard.press('Enter')
      await page.getByText('2 links', { exact: true }).waitFor()
      // A button pressed twice at once.
      await page.getByLabel('Destination URL').fill('https://example.com/twice')
      await page.evaluate(`{
        const button = document.querySelector('[data-create] button[type=submit]')
        button.click()
        button.click()
      }`)
      await page.getByText('3 links', { exact: true }).waitFor()
      const { data } = await account.ask('{ shortlinkConnection { totalCount } }')
      expect(data.shortlinkConnection.totalCount).toBe(3)
    })
  })

  it('what is pasted anywhere is shortened and copied; many lines open the table', async () => {
    const account = await dash.newAccount()
    await dash.atLinks(account, async ({ page }) => {
      await page.getByText('No links yet').waitFor()
      await page.evaluate("navigator.clipboard.writeText('https://example.com/pasted')")
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('Control+v')
      await page.getByText('Link created and copied').waitFor()
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^http:\/\/localhost:\d+\/[\w-]+$/)
      await page.evaluate("navigator.clipboard.writeText('https://example.com/1\\nhttps://example.com/2 two')")
      await page.keyboard.press('Control+v')
      const dialog = page.getByRole('dialog', { name: 'Create links in bulk' })
      await dialog.getByRole('cell', { name: 'two' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByLabel('Destination URL').focus()
      await page.keyboard.press('Control+v')
      await dialog.getByText('2 links to create.').waitFor()
      const { data } = await account.ask('{ shortlinkConnection { items { target } } }')
      expect(data.shortlinkConnection.items).toEqual([{ target: 'https://example.com/pasted' }])
    })
  })

  it('the palette finds links and shortens a pasted address', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [{ target: 'https://example.com/', shortlink: 'palette-1' }])
    await dash.atLinks(account, async ({ page }) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('palette-1')
      await page.getByRole('option', { name: 'palette-1' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1 }).getByText('palette-1').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or go to' }).fill('https://example.com/from-palette')
      await page.getByRole('option', { name: 'Shorten this URL' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'New link' }).waitFor()
      expect(await page.getByLabel('Destination URL').inputValue()).toBe('https://example.com/from-palette')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('example.com/without-scheme')
      await page.getByRole('option', { name: 'Shorten this URL' }).click()
      await expect
        .poll(() => page.getByLabel('Destination URL').inputValue())
        .toBe('https://example.com/without-scheme')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('of no such name')
      await page.getByRole('dialog').getByText('No results').waitFor()
      await page.getByRole('combobox').fill('dark')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate<string>('document.documentElement.dataset.theme')).toBe('dark')
    })
  })

  it('hostile titles, tags and targets stay text', async () => {
    const account = await dash.newAccount()
    const hostile = '<img src=x onerror="document.title=\'broken\'">'
    const [link] = await makeLinks(account, [
      {
        target: `https://example.com/?q=${encodeURIComponent(hostile)}`,
        title: hostile,
        tags: [hostile.slice(0, 50)],
        note: hostile,
      },
    ])
    await dash.atLinks(account, async ({ page }) => {
      await page.getByText(hostile).locator('visible=true').first().waitFor()
      for (const path of ['', '/edit', '/rules', '/qr']) {
        await forgetAnswers(page)
        await followLink(page, `/dash/links/${link?.id}${path}`)
        await page.getByText(hostile).locator('visible=true').first().waitFor()
        expect(await page.title()).not.toBe('broken')
      }
    })
  })
})
