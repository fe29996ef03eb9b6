import { describe, expect, it } from 'vitest'
import { makeLinks, useDash } from '../../support/dash.ts'

const dash = useDash()

describe('the list of links', () => {
  it('Enter makes a link and copies it; a taken slug is said at its field, and what was typed is kept', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.getByLabel('Address to shorten').fill('example.com/first')
      await page.getByLabel('Slug (optional)').fill('mine-1')
      await page.keyboard.press('Enter')
      await page.getByText('Made and copied:').waitFor()
      const copied = await page.evaluate<string>('navigator.clipboard.readText()')
      expect(new URL(copied).pathname).toBe('/mine-1')
      const followed = await fetch(`${dash.url}/mine-1`, { redirect: 'manual' })
      expect(followed.headers.get('location')).toBe('https://example.com/first')

      await page.getByLabel('Address to shorten').fill('https://example.com/second')
      await page.getByLabel('Slug (optional)').fill('mine-1')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').getByText('already').waitFor()
      expect(await page.getByLabel('Slug (optional)').getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByLabel('Address to shorten').inputValue()).toBe('https://example.com/second')
    })
  })

  it('search and filters are kept in the address', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [
      { target: 'https://example.com/apples', tags: ['fruit'] },
      { target: 'https://example.com/pears', tags: ['fruit'] },
      { target: 'https://example.com/nails' },
    ])
    await dash.signedIn(account, async ({ page }) => {
      await page.getByLabel('Tag', { exact: true }).selectOption('fruit')
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.getByRole('searchbox').fill('pear')
      await page.getByText('1 link', { exact: true }).waitFor()
      await page.reload()
      await page.getByText('1 link', { exact: true }).waitFor()
      expect(new URL(page.url()).search).toBe('?tag=fruit&search=pear')
      await page.getByRole('searchbox').fill('nothing of the kind')
      await page.getByText('No link fits the search and filters').waitFor()
    })
  })

  it('of 10,000 links the last one is reached with at most 1,500 elements, and going back returns to the same place', async () => {
    const account = await dash.newAccount()
    for (let part = 0; part < 10; part++) {
      const inputs = Array.from({ length: 1000 }, (_, index) => ({
        target: `https://example.com/${part * 1000 + index}`,
        shortlink: `many-${String(part * 1000 + index).padStart(5, '0')}`,
      }))
      await makeLinks(account, inputs)
    }
    await dash.signedIn(account, async ({ page }) => {
      await page.getByText('10,000 links', { exact: true }).waitFor()
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      const last = page.locator('[data-main]').getByText('many-00000')
      await last.waitFor()
      expect(await page.evaluate<number>('document.querySelectorAll("*").length')).toBeLessThanOrEqual(1500)
      await last.click()
      await page.getByRole('heading', { level: 1 }).getByText('many-00000').waitFor()
      await page.goBack()
      await last.waitFor()
    })
  }, 120_000)

  it('lines that are pasted are made at once; those that fail are named', async () => {
    const account = await dash.newAccount()
    await dash.signedIn(account, async ({ page }) => {
      await page.getByRole('button', { name: 'Many at once' }).click()
      const lines = Array.from({ length: 300 }, (_, index) => `https://example.com/pasted/${index}`)
      lines[7] = 'ftp://example.com/'
      lines[200] = 'https://example.com/x admin'
      await page.getByLabel('Addresses').fill(lines.join('\n'))
      await page.getByRole('button', { name: 'Make 300 links' }).click()
      await page.getByText('298 links made').waitFor()
      expect(await page.getByRole('dialog').getByRole('row').allInnerTexts()).toEqual([
        expect.stringContaining('Line'),
        expect.stringMatching(/^8\s+ftp:/),
        expect.stringMatching(/^201\s+https:\/\/example.com\/x/),
      ])
      await page.getByRole('button', { name: 'Close' }).click()
      await page.getByText('298 links', { exact: true }).waitFor()
    })
  })

  it('by the keyboard alone: move, select, delete after a question whose focus is on Cancel', async () => {
    const account = await dash.newAccount()
    const [, second] = await makeLinks(account, [
      { target: 'https://example.com/stays', shortlink: 'stays' },
      { target: 'https://example.com/goes', shortlink: 'goes' },
    ])
    await dash.signedIn(account, async ({ page }) => {
      await page.getByText('2 links', { exact: true }).waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('x')
      await page.getByText('1 selected').waitFor()
      await page.getByRole('button', { name: 'Delete' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('The link and its 0 visits are lost.').waitFor()
      expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Cancel')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByText('1 link', { exact: true }).waitFor()
      const { data } = await account.ask('query ($id: ID!) { getShortlinkInfo(id: $id) { id } }', { id: second?.id })
      expect(data.getShortlinkInfo).toBeNull()
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1 }).getByText('/stays').waitFor()
    })
  })

  it('the palette finds links and shortens a pasted address', async () => {
    const account = await dash.newAccount()
    await makeLinks(account, [{ target: 'https://example.com/', shortlink: 'palette-1' }])
    await dash.signedIn(account, async ({ page }) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to or search' }).fill('palette-1')
      await page.getByRole('option', { name: 'palette-1' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1 }).getByText('palette-1').waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Go to or search' }).fill('https://example.com/from-palette')
      await page.getByRole('option', { name: 'Shorten this address' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'New link' }).waitFor()
      expect(await page.getByLabel('Address to shorten').inputValue()).toBe('https://example.com/from-palette')
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
    await dash.signedIn(account, async ({ page }) => {
      await page.getByText(hostile).locator('visible=true').first().waitFor()
      for (const path of ['', '/edit', '/rules', '/qr']) {
        await page.goto(`/dash/links/${link?.id}${path}`)
        await page.getByText(hostile).locator('visible=true').first().waitFor()
        expect(await page.title()).not.toBe('broken')
      }
    })
  })
})
