import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectLater, makeLinks, savedFile, tabTo, useDash } from '../../support/dash.ts'

const dash = useDash()

async function linksOf(count: number, input: object = {}) {
  const account = await dash.newAccount()
  const inputs = Array.from({ length: count }, (_, index) => ({ target: `https://example.com/${index}`, ...input }))
  return { account, links: await makeLinks(account, inputs) }
}

const savedText = async (page: Page, work: () => Promise<unknown>) => (await savedFile(page, work)).toString()

describe('rows of the list', () => {
  it('by the keyboard alone: move, select, delete, and undo it while the toast shows', async () => {
    const account = await dash.newAccount()
    const [, second] = await makeLinks(account, [
      { target: 'https://example.com/stays', shortlink: 'stays' },
      { target: 'https://example.com/goes', shortlink: 'goes' },
    ])
    await dash.atLinks(account, async ({ page }) => {
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('y')
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(second?.shortUrl)
      await page.keyboard.press('#')
      await page.getByText('1 link deleted').waitFor()
      await page.getByText('1 link', { exact: true }).waitFor()
      await tabTo(page, page.getByRole('button', { name: 'Undo' }))
      await page.keyboard.press('Enter')
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.locator('[data-main]').first().focus()
      await page.keyboard.press('x')
      await page.getByText('1 selected').waitFor()
      await tabTo(page, page.getByRole('region', { name: 'Selected links' }).getByRole('button', { name: 'Delete' }))
      await page.keyboard.press('Enter')
      await page.getByText('1 link', { exact: true }).waitFor()
      const stored = async () =>
        (await account.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { id } }', { id: second?.id })).data
          .getShortlinkInfo
      // The request waits for the end of the toast.
      expect(await stored()).toEqual({ id: second?.id })
      await page.getByRole('button', { name: 'Dismiss' }).last().click()
      await expect.poll(stored).toBeNull()
      for (const [key, tab] of [
        ['e', 'Edit'],
        ['r', 'Rules'],
        ['q', 'QR code'],
        ['Enter', 'Visits'],
      ] as const) {
        await page.locator('[data-main]').getByText('stays').waitFor()
        await page.locator('[data-main]').focus()
        await page.keyboard.press(key)
        await page.locator('[aria-current=page]').getByText(tab, { exact: true }).waitFor()
        await page.goBack()
      }
    })
  })

  it('a change whose answer was lost and that was taken back can be made again', async () => {
    const account = await dash.newAccount()
    const [link] = await makeLinks(account, [{ target: 'https://example.com/' }])
    await dash.signedIn(account, async ({ page }) => {
      const titled = async (title: string) => {
        await page.getByLabel('Title', { exact: true }).fill(title)
        const save = page.getByRole('button', { name: 'Save', exact: true })
        await expectLater(page, () => save.isEnabled())
        await save.click()
      }
      const stored = async () =>
        (await account.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { title } }', { id: link?.id })).data
          .getShortlinkInfo.title
      await page.clock.install()
      await page.goto(`/dash/links/${link?.id}/edit`)
      let isLost = false
      await page.route('**/graphql', async (route) => {
        if (isLost || !route.request().postData()?.includes('updateShortlink')) return route.fallback()
        isLost = true
        await route.fetch()
        await route.abort('connectionreset')
      })
      await titled('One')
      await expect.poll(stored).toBe('One')
      // Once the server answers again, the form has what it stored.
      await expectLater(page, async () => (await page.getByText('Unsaved changes').count()) === 0)
      await titled('Two')
      await expect.poll(stored).toBe('Two')
      await titled('One')
      await expect.poll(stored).toBe('One')
    })
  })

  it('the menu of a row copies, archives and deletes', async () => {
    const { account, links } = await linksOf(1)
    await dash.atLinks(account, async ({ page }) => {
      const menu = page.locator('[data-row="0"] [popovertarget]')
      await page.locator('[data-row="0"] [popovertarget]').click()
      await page.getByRole('button', { name: 'Copy', exact: true }).click()
      await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(links[0]?.shortUrl)
      await page.locator('[data-row="0"] [popovertarget]').click()
      await page.getByRole('button', { name: 'Archive' }).click()
      await page.getByText('No links yet').waitFor()
      await page.goto('/dash?search=example')
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByLabel('Archived links').selectOption('Archived')
      await page.keyboard.press('Escape')
      await page.locator('[data-row="0"] [popovertarget]').click()
      await page.getByRole('button', { name: 'Unarchive' }).waitFor()
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No links match your filters').waitFor()
      expect(await menu.count()).toBe(0)
      // Leaving the page sends what could be undone.
      const stored = async () =>
        (await account.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { id } }', { id: links[0]?.id })).data
          .getShortlinkInfo
      await page.goto('about:blank')
      await expect.poll(stored).toBeNull()
    })
  })

  it('lose a tag or are disabled at once; undoing takes it back, and leaving the page sends it', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [
      { target: 'https://example.com/first', tags: ['old'] },
      { target: 'https://example.com/second', tags: ['old', 'kept'] },
    ])
    const stored = async () => {
      const { data } = await account.ask(
        '{ shortlinkConnection(search: "example.com") { items { target tags enabled } } }',
      )
      const items = data.shortlinkConnection.items as { target: string; tags: string[]; enabled: boolean }[]
      return Object.fromEntries(items.map(({ target, tags, enabled }) => [target.slice(-6), { tags, enabled }]))
    }
    const before = { '/first': { tags: ['old'], enabled: true }, second: { tags: ['old', 'kept'], enabled: true } }
    await dash.atLinks(account, async ({ page }) => {
      const rowOf = (text: string) => page.locator('[data-row]').filter({ hasText: text })
      const [first, second] = [rowOf('example.com/first'), rowOf('example.com/second')]
      const choose = async (action: string) => {
        await second.locator('[popovertarget]').click()
        await second.getByRole('button', { name: action, exact: true }).click()
      }
      const untag = async () => {
        await choose('Tags')
        await page.getByLabel('old (1 link)').check()
        await page.getByRole('button', { name: 'Update 1 link' }).click()
        await page.getByText('1 link updated').waitFor()
        await expect.poll(() => second.getByRole('link', { name: 'old' }).count()).toBe(0)
      }
      const undo = () => page.getByRole('button', { name: 'Undo' }).last().click()
      await second.getByRole('link', { name: 'old' }).waitFor()
      await untag()
      await choose('Disable')
      await page.getByText('1 link disabled').waitFor()
      await second.getByText('Disabled', { exact: true }).waitFor()
      await undo()
      await expect.poll(() => second.getByText('Disabled', { exact: true }).count()).toBe(0)
      // The other change is still to come.
      expect(await second.getByRole('link', { name: 'old' }).count()).toBe(0)
      await undo()
      await second.getByRole('link', { name: 'old' }).waitFor()
      expect(await stored()).toEqual(before)

      await untag()
      await first.locator('input').check()
      const bar = page.getByRole('region', { name: 'Selected links' })
      await bar.locator('[popovertarget]').click()
      await bar.getByRole('button', { name: 'Disable', exact: true }).click()
      await first.getByText('Disabled', { exact: true }).waitFor()
      // A new link reloads the list, which the server has not changed yet.
      await page.getByLabel('Destination URL').fill('https://example.org/new')
      await page.getByRole('button', { name: 'Shorten' }).click()
      await page.getByText('3 links', { exact: true }).waitFor()
      await first.getByText('Disabled', { exact: true }).waitFor()
      expect(await second.getByRole('link', { name: 'old' }).count()).toBe(0)
      expect(await stored()).toEqual(before)
      await page.goto('about:blank')
      await expect
        .poll(stored)
        .toEqual({ '/first': { tags: ['old'], enabled: false }, second: { tags: ['kept'], enabled: true } })
    })
  })

  it('are roomy or compact, as this browser remembers', async () => {
    const { account } = await linksOf(2)
    await dash.atLinks(account, async ({ page }) => {
      const heightPx = () =>
        page.evaluate<number>('document.querySelector("[data-row]").getBoundingClientRect().height')
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.locator('[data-main]').first().waitFor()
      const roomyPx = await heightPx()
      await page.getByRole('button', { name: 'Compact rows' }).click()
      await page.reload()
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.locator('[data-main]').first().waitFor()
      expect(await heightPx()).toBeLessThan(roomyPx)
    })
  })
})

describe('selected links', () => {
  it('all that match are selected and saved as CSV; deleting more than 20 asks to type their number', async () => {
    const { account } = await linksOf(130, { tags: ['spring'] })
    await makeLinks(account, [{ target: 'https://example.com/stays' }])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash?tag=spring')
      await page.getByText('130 links', { exact: true }).waitFor()
      const all = await savedText(page, () => page.getByRole('button', { name: 'CSV' }).click())
      expect(all.trim().split('\r\n')).toHaveLength(131)
      await page.getByRole('button', { name: 'Select all 130' }).click()
      await page.getByText('All 130 matching links').waitFor()
      await page.getByRole('region', { name: 'Selected links' }).getByRole('button', { name: 'Delete' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete 130 links?' })
      await dialog.getByText('This deletes 130 links and their 0 visits.').waitFor()
      await dialog.getByText(/^\S+(, \S+){4} and 125 more$/).waitFor()
      const confirm = dialog.getByRole('button', { name: 'Delete' })
      await dialog.getByRole('textbox').fill('13')
      expect(await confirm.isDisabled()).toBe(true)
      await dialog.getByRole('textbox').fill('130')
      await confirm.click()
      await page.getByText('130 links deleted').waitFor()
      await page.goto('/dash')
      await page.getByText('1 link', { exact: true }).waitFor()
    })
  })

  it('get and lose tags, are tracked no more, archived, and saved as CSV', async () => {
    const { account } = await linksOf(3, { tags: ['old', 'kept'] })
    const stored = async () => {
      const { data } = await account.ask(
        '{ shortlinkConnection(archived: null, search: "example.com") { items { tags enableTracking archived } } }',
      )
      return (data.shortlinkConnection.items as { archived: boolean }[]).toSorted(
        (one, other) => Number(other.archived) - Number(one.archived),
      )
    }
    await dash.atLinks(account, async ({ page }) => {
      const bar = page.getByRole('region', { name: 'Selected links' })
      const select = async () => {
        await page.getByText('3 links', { exact: true }).waitFor()
        for (const row of [1, 2]) await page.locator(`[data-row="${row}"] input`).check()
        await bar.getByText('2 selected').waitFor()
      }
      await select()
      expect(
        (
          await savedText(page, async () => {
            await bar.locator('[popovertarget]').click()
            await bar.getByRole('button', { name: 'Export CSV' }).click()
          })
        )
          .trim()
          .split('\r\n'),
      ).toHaveLength(3)
      await bar.getByRole('button', { name: 'Tags' }).click()
      await page.getByLabel('Add tags').fill('new')
      await page.getByLabel('old (2 links)').check()
      await page.getByRole('button', { name: 'Update 2 links' }).waitFor()
      await page.getByLabel('Add tags').press('Enter')
      await page.getByText('2 links updated').waitFor()
      await page.getByRole('button', { name: 'Dismiss' }).last().click()
      await select()
      await bar.locator('[popovertarget]').click()
      await bar.getByRole('button', { name: 'Stop tracking visits' }).click()
      await page.getByText('2 links updated').waitFor()
      await select()
      await bar.getByRole('button', { name: 'Archive' }).click()
      await page.getByText('1 link', { exact: true }).waitFor()
      const changed = { tags: ['kept', 'new'], enableTracking: false, archived: true }
      await page.getByRole('button', { name: 'Dismiss' }).last().click()
      await expect
        .poll(stored)
        .toEqual([changed, changed, { tags: ['old', 'kept'], enableTracking: true, archived: false }])
    })
  })
})
