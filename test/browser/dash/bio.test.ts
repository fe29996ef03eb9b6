import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { heightPxOf } from '../../../hosts/dash/bio/preview/preview-height.ts'
import { bioPage, type ShownPage } from '../../../hosts/http/pages/bio-page.ts'
import { hasFocus, stubField, tabTo, useDash } from '../../support/dash.ts'
import { XSS_PAYLOADS } from '../../support/xss-payloads.ts'
import { expectNoSidewaysScrolling } from '../looked-at.ts'
import { expectGoodOnBothScreens, onBothScreens, PHONE } from '../screens.ts'

const dash = useDash()

interface GivenLink {
  readonly label?: string
  readonly url: string
  readonly order?: number
}

let pages = 0

/** An account with one bio page and its links. */
async function onePage(links: readonly GivenLink[] = [], own: object = {}) {
  const account = await dash.newAccount()
  const slug = `page-${process.pid}-${pages++}`
  const create = 'mutation ($input: CreateBioPageInput!) { createBioPage(input: $input) { id } }'
  const { data } = await account.ask(create, { input: { slug, title: 'Ada', ...own } })
  const { id } = data.createBioPage as { id: string }
  const add = 'mutation ($id: ID!, $input: AddBioLinkInput!) { addBioLink(bioPageId: $id, input: $input) { id } }'
  for (const input of links) await account.ask(add, { id, input })
  const labels = async () => {
    const { data } = await account.ask('{ bioPages { links { label url } } }')
    return (data.bioPages[0].links as { label: string | null; url: string }[]).map(({ label, url }) => label ?? url)
  }
  return { account, id, slug, path: `/dash/bio/${id}`, labels }
}

const THREE: readonly GivenLink[] = ['One', 'Two', 'Three'].map((label) => ({ label, url: 'https://example.com/' }))

/** The markup in the frame of the preview. */
const previewed = (page: Page) => page.locator('iframe').getAttribute('srcdoc')

/** What visitors get. A program asks, whose views count as those of bots. */
const served = (slug: string) => fetch(`${dash.url}/bio/${slug}`).then((response) => response.text())

const expectPreviewAsServed = (page: Page, slug: string) =>
  expect.poll(async () => (await previewed(page)) === (await served(slug)) || (await previewed(page))).toBe(true)

const shownLabels = (page: Page) => page.locator('ol li p:first-child').allInnerTexts()

describe('on a phone and on a desktop', () => {
  it('the list and the editor are accessible and scroll in one direction only', async () => {
    const long = 'W'.repeat(200)
    const { account, path } = await onePage([...THREE, { label: long, url: `https://example.com/${long}` }], {
      title: `${long.slice(0, 150)} مرحبا`,
    })
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto('/dash/bio')
        await page.getByText('4 links').waitFor()
        await expectGoodOnBothScreens(page)
        await page.goto(path)
        await page.getByRole('button', { name: 'Edit One' }).click()
        await page.getByRole('form', { name: 'Edit One' }).waitFor()
        await expectGoodOnBothScreens(page)
        await page.getByRole('button', { name: 'QR code' }).click()
        await page.getByRole('img', { name: 'QR code of' }).waitFor()
        await onBothScreens(page, () => expectNoSidewaysScrolling(page))
      },
      PHONE,
    )
  })
})

describe('the list of bio pages', () => {
  it('says what it is for, makes a page by keyboard, and deletes it after it said what is lost', async () => {
    await dash.atLinks(await dash.newAccount(), async ({ page }) => {
      await page.keyboard.press('g')
      await page.keyboard.press('b')
      await page.getByText('No bio pages yet').waitFor()
      await page.getByText('Use the API').click()
      await page.getByText('mutation { createBioPage').waitFor()
      await tabTo(page, page.getByRole('button', { name: 'Create your first page' }))
      await page.keyboard.press('Enter')
      expect(await hasFocus(page.getByLabel('Slug'))).toBe(true)
      await page.keyboard.type(`made-${process.pid}`)
      await page.keyboard.press('Tab')
      await page.keyboard.type('Made here')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Made here', level: 1 }).waitFor()
      await page.getByText('No links yet').waitFor()
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').click()
      await page.getByText(`/bio/made-${process.pid}`).waitFor()
      await page.getByRole('button', { name: /^Delete/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete bio page Made here?' })
      await dialog.getByText('This deletes the page. Its URL stops working').waitFor()
      expect(await hasFocus(dialog.getByRole('button', { name: 'Cancel' }))).toBe(true)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('No bio pages yet').waitFor()
    })
    expect((await fetch(`${dash.url}/bio/made-${process.pid}`)).status).toBe(404)
  })

  it('a taken slug and one that is none are said at the field, and the input is kept', async () => {
    const { account, slug } = await onePage()
    await dash.signedIn(account, async ({ page }) => {
      await page.goto('/dash/bio')
      const field = page.getByLabel('Slug')
      await field.fill(slug)
      await field.press('Enter')
      await page.getByRole('alert').getByText('This name is already taken.').waitFor()
      await field.fill('not a slug')
      await field.press('Enter')
      await page.getByRole('alert').getByText('Slug may contain letters').waitFor()
      expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['not a slug', 'true'])
    })
  })

  it('says that it loads, that the server cannot be reached, that a plan has no more, and goes on', async () => {
    const { account } = await onePage()
    await dash.signedIn(account, async ({ page }) => {
      const answering = await stubField(page, 'bioPages', 'never')
      await page.goto('/dash/bio')
      await page.getByRole('status').getByText('Loading').waitFor()
      await answering()
      const online = await stubField(page, 'bioPages', 'offline')
      await page.reload()
      await page.getByRole('alert').getByText('The server is unreachable').waitFor()
      // It asks again by itself.
      await online()
      await page.getByRole('link', { name: 'Ada' }).waitFor()
      const allowing = await stubField(page, 'createBioPage', { code: 'PLAN_LIMIT', message: 'The plan has 1 page' })
      await page.getByLabel('Slug').fill('another')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('alert').getByText('The plan has 1 page').waitFor()
      await page.getByRole('link', { name: 'View plan' }).waitFor()
      await allowing()
      const hurrying = await stubField(page, 'createBioPage', { code: 'RATE_LIMITED', retryAfterSeconds: 30 })
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByText(/Try again in \d+ s/).waitFor()
      expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true)
      await hurrying()
    })
  })
})

describe('the preview of a bio page', () => {
  it.each([344, 272])('has room for all of a page at a width of %d pixels, and little more', async (width) => {
    const words = 'Field notes, a letter every other Sunday, '
    const texts = ['Portfolio', words, words.repeat(3), '灯台もと暗し'.repeat(9), 'WWW'.repeat(40), '']
    const links = texts.map((label) => ({ label, url: 'https://example.com/' }))
    await dash.open(async ({ page }) => {
      const drawnPx = async (shown: ShownPage, height: number) => {
        await page.setViewportSize({ width, height })
        await page.setContent(bioPage(shown, 'https://sho.rt/bio/ada'))
        return page.evaluate<number>('document.documentElement.scrollHeight')
      }
      for (const shown of [
        { slug: 'ada', title: words, theme: 'light', links: [...links, ...links] },
        { slug: 'ada', title: 'W'.repeat(60), theme: 'mono', links },
        { slug: 'ada', title: null, theme: 'light', links: [] },
      ] as const) {
        const roomPx = heightPxOf(shown, width)
        expect(await drawnPx(shown, roomPx)).toBe(roomPx)
        expect(await drawnPx(shown, 300)).toBeGreaterThan(roomPx * 0.7)
      }
    })
  })
})

/** Where something is once it is drawn: a frame may be loading anew. */
async function boxOf(target: Locator) {
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null
  while (box === null) box = await target.boundingBox()
  return box
}

describe('the editor of a bio page', () => {
  it('shows what is typed at once, and after saving what the server sends, byte for byte', async () => {
    const { account, slug, path } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await expectPreviewAsServed(page, slug)
      await page.getByLabel('Title', { exact: true }).fill('  Ada & Söhne ')
      await page.getByRole('radio', { name: 'Sunset' }).check({ force: true })
      await expect.poll(() => previewed(page)).toContain('<h1 dir="auto">Ada &amp; Söhne</h1>')
      expect(await served(slug)).not.toContain('Söhne')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      await expectPreviewAsServed(page, slug)
      await page.getByLabel('URL').fill('ada@example.com')
      await page.getByLabel('Label').fill('Write to us')
      await expect.poll(() => previewed(page)).toContain('mailto:ada@example.com')
      await page.getByRole('button', { name: 'Add link' }).click()
      await page.getByRole('button', { name: 'Edit Write to us' }).click()
      const form = page.getByRole('form', { name: 'Edit Write to us' })
      await form.getByLabel('Label').fill('Post')
      await form.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Edit Post' }).waitFor()
      await expectPreviewAsServed(page, slug)
      await page.getByRole('button', { name: 'Delete link One' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect.poll(() => shownLabels(page)).toEqual(['Two', 'Three', 'Post'])
      await expectPreviewAsServed(page, slug)
      expect(await served(slug)).toContain('<bdi>Post</bdi>')
    })
  })

  it('hostile text stays text in the preview and in the editor, and the console is silent', async () => {
    const texts = XSS_PAYLOADS.filter((text) => text.isWellFormed() && text.trim() === text)
    const links = texts.map((label) => ({
      label,
      url: `https://example.com/?q=${label.replaceAll(/[\s\p{Cc}]/gu, '')}`,
    }))
    const title = texts.join(' ').slice(0, 200)
    const { account, slug, path, labels } = await onePage(links, { title })
    expect(await labels()).toEqual(texts)
    await dash.signedIn(account, async ({ page }) => {
      const opened: string[] = []
      page.on('dialog', (dialog) => {
        opened.push(dialog.message())
        void dialog.dismiss()
      })
      page.on('request', (request) => opened.push(new URL(request.url()).origin))
      await page.goto(path)
      await expectPreviewAsServed(page, slug)
      expect(await page.locator('ol li p:first-child').allTextContents()).toEqual(texts)
      await page.goto('/dash/bio')
      await page.getByRole('link', { name: title }).waitFor()
      expect([...new Set(opened)]).toEqual([dash.url])
    })
  })

  it('links are put in order by keyboard: the focus goes with the link, and its place is read out', async () => {
    const { account, slug, path, labels } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await tabTo(page, page.getByRole('button', { name: 'Move One down' }))
      await page.keyboard.press('Enter')
      await expect.poll(() => shownLabels(page)).toEqual(['Two', 'One', 'Three'])
      await page.getByRole('status').getByText('Moved One to position 2 of 3').waitFor()
      await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Move One down' }))).toBe(true)
      await page.keyboard.press('Enter')
      // At the end it can only go up.
      await expect.poll(() => hasFocus(page.getByRole('button', { name: 'Move One up' }))).toBe(true)
      await expect.poll(labels).toEqual(['Two', 'Three', 'One'])
      await expectPreviewAsServed(page, slug)
    })
  })

  it('links are put in order by dragging, and a refused order is taken back', async () => {
    const { account, slug, path, labels } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const handles = page.getByTitle('Drag to reorder')
      await handles.nth(2).dragTo(handles.nth(0))
      await expect.poll(labels).toEqual(['Three', 'One', 'Two'])
      await expectPreviewAsServed(page, slug)
      const allowing = await stubField(page, 'updateBioLink', { code: 'UNAVAILABLE', message: 'Not now' })
      await page.getByRole('button', { name: 'Move One up' }).click()
      await page.getByText('Not now').waitFor()
      await expect.poll(() => shownLabels(page)).toEqual(['Three', 'One', 'Two'])
      await allowing()
    })
  })

  it('a wrong address is said at its field, the preview counts no visit and is not clicked, and leaving unsaved asks', async () => {
    const { account, path } = await onePage([{ label: 'Own', url: `${dash.url}/own` }])
    await dash.signedIn(account, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(path)
      await page.getByLabel('URL').fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Add link' }).click()
      await page.getByRole('alert').getByText('url must be an address').waitFor()
      const before = await previewed(page)
      expect(before).not.toContain('javascript:')
      const own = await boxOf(page.frameLocator('iframe').getByRole('link', { includeHidden: true }))
      await page.mouse.click(own.x + 40, own.y + 20)
      await page.getByRole('link', { name: 'Analytics', exact: true }).click()
      await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Cancel' }).click()
      expect(await page.getByLabel('URL').inputValue()).toBe('javascript:alert(1)')
      expect(page.frames().map((frame) => frame.url())).toEqual([`${dash.url}${path}`, 'about:srcdoc'])
      expect(asked.filter((pathname) => !/^\/(dash|graphql)/.test(pathname))).toEqual([])
    })
  })

  it('keeps what is typed over a reload, and drops what is saved or left', async () => {
    const { account, path, labels } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(path)
      await page.getByLabel('Title', { exact: true }).fill('Half done')
      await page.getByLabel('URL').fill('https://example.com/four')
      await page.getByRole('button', { name: 'Edit One' }).click()
      const edited = page.getByRole('form', { name: 'Edit One' })
      await edited.getByLabel('Label').fill('First')
      await page.reload()
      await page.getByText('Your unsaved changes were restored.').waitFor()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half done')
      await edited.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Edit First' }).waitFor()
      await page.getByRole('form', { name: 'Add link' }).getByRole('button').click()
      await expect.poll(labels).toEqual(['First', 'Two', 'Three', 'https://example.com/four'])
      await page.getByRole('link', { name: 'Analytics', exact: true }).click()
      await page.getByRole('button', { name: 'Leave without saving' }).click()
      await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
      await page.goto(path)
      await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Ada')
      await page.getByLabel('Title', { exact: true }).fill('Done')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('draft')
    })
  })

  it('saves the theme alone where another tab saved the title meanwhile; a double-click deletes a link once', async () => {
    const { account, path, labels } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
      const change = 'mutation ($id: ID!) { updateBioPage(id: $id, input: { title: "Elsewhere" }) { id } }'
      await account.ask(change, { id: path.split('/').at(-1) })
      await page.getByRole('radio', { name: 'Sunset' }).check({ force: true })
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Elsewhere', level: 1 }).waitFor()
      let deletions = 0
      page.on('request', (request) => {
        if (request.postData()?.includes('deleteBioLink')) deletions++
      })
      await page.getByRole('button', { name: 'Delete link Two' }).dblclick()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).dblclick()
      await expect.poll(labels).toEqual(['One', 'Three'])
      await page.waitForLoadState('networkidle')
      expect(deletions).toBe(1)
    })
  })

  it('a page of another account is not there', async () => {
    const { path } = await onePage()
    await dash.signedIn(await dash.newAccount(), async ({ page }) => {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Bio page not found' }).waitFor()
    })
  })
})
