import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { followLink, forgetAnswers, hasFocus, PERSON, stubField, tabTo, useDash } from '../../support/dash.ts'
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
const previewed = (page: Page) =>
  page.evaluate<string>('document.querySelector("iframe")?.contentDocument?.documentElement.outerHTML ?? ""')

/** What visitors get. A program asks, whose views count as those of bots. */
const served = (slug: string) => fetch(`${dash.url}/bio/${slug}`).then((response) => response.text())

/** How the frame's browser reads it. */
const parsed = (page: Page, markup: string) =>
  page.evaluate<string>(
    `new (document.querySelector('iframe').contentWindow.DOMParser)().parseFromString(${JSON.stringify(markup)}, 'text/html').documentElement.outerHTML`,
  )

const expectPreviewAsServed = async (page: Page, slug: string) => {
  await page.locator('iframe').waitFor({ state: 'attached' })
  await expect.poll(async () => (await previewed(page)) === (await parsed(page, await served(slug)))).toBe(true)
}

const labelFields = (page: Page) => page.getByLabel(/^Label of link/)
const shownLabels = async (page: Page) =>
  Promise.all((await labelFields(page).all()).map((field: Locator) => field.inputValue()))

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
}

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
        await followLink(page, path)
        await page.getByRole('button', { name: 'Add link' }).click()
        await page.getByRole('checkbox', { name: 'Own colors' }).check({ force: true })
        await page.getByText('Contrast of text and background').waitFor()
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
      await tabTo(page, page.getByLabel('Slug'))
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
      await forgetAnswers(page)
      const online = await stubField(page, 'bioPages', 'offline')
      await followLink(page, '/dash/bio')
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
  it('is as high as its page, opens over the editor on a phone, and shows own colors, text and picture', async () => {
    const links = ['Portfolio', 'W'.repeat(60), '灯台もと暗し'.repeat(9)].map((label) => ({
      label,
      url: 'https://example.com/',
    }))
    const { account, path, slug } = await onePage([...links, ...links])
    await dash.signedIn(
      account,
      async ({ page }) => {
        // The picture comes from a host that the test has no access to.
        const pictures: string[] = []
        await page.route('https://pictures.example/**', (route) => {
          pictures.push(route.request().url())
          return route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' })
        })
        await page.goto(path)
        await page.getByLabel('Text', { exact: true }).first().fill('Engines\nand letters')
        await page.getByLabel('Picture URL').fill('pictures.example/ada.svg')
        await page.getByRole('checkbox', { name: 'Own colors' }).check({ force: true })
        await page.getByLabel('Background').fill('#102030')
        await page.getByLabel('Text', { exact: true }).last().fill('#203040')
        await page.getByText('Contrast of text and background: 1.2:1').waitFor()
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await page.getByText('Visitors could not read this text.').first().waitFor()
        expect(await hasFocus(page.getByLabel('Text', { exact: true }).last())).toBe(true)
        await page.getByLabel('Text', { exact: true }).last().fill('#ffffff')
        await save(page)
        expect(await page.locator('iframe').count()).toBe(0)
        await page.getByRole('button', { name: 'Preview' }).click()
        const dialog = page.getByRole('dialog', { name: 'Preview' })
        await expectPreviewAsServed(page, slug)
        await expect.poll(() => pictures).toEqual(['https://pictures.example/ada.svg'])
        expect(await previewed(page)).toContain('--ground:#102030')
        const [frame, content] = JSON.parse(
          await page.evaluate<string>(
            `(({ clientHeight, contentDocument: { documentElement } }) => JSON.stringify([clientHeight, documentElement.scrollHeight]))(document.querySelector('iframe'))`,
          ),
        ) as [number, number]
        expect(frame).toBe(content)
        await expectNoSidewaysScrolling(page)
        await dialog.getByRole('button', { name: 'Close' }).click()
        expect(await hasFocus(page.getByRole('button', { name: 'Preview' }))).toBe(true)
      },
      PHONE,
    )
  })
})

/** Where the link in the frame is in the window. */
const LINK_BOX = `(() => {
  const frame = document.querySelector('iframe')
  frame.scrollIntoView()
  const [outer, inner] = [frame, frame.contentDocument.querySelector('a')].map((element) => element.getBoundingClientRect())
  return JSON.stringify({ x: outer.x + inner.x, y: outer.y + inner.y })
})()`

describe('the editor of a bio page', () => {
  it('shows what is typed at once, and after saving what the server sends, byte for byte', async () => {
    const { account, slug, path, labels } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await expectPreviewAsServed(page, slug)
      await page.getByLabel('Title', { exact: true }).fill('  Ada & Söhne ')
      await page.getByRole('radio', { name: 'Sunset' }).check({ force: true })
      await expect.poll(() => previewed(page)).toContain('<h1 dir="auto">Ada &amp; Söhne</h1>')
      expect(await served(slug)).not.toContain('Söhne')
      await page.getByRole('button', { name: 'Add link' }).click()
      expect(await hasFocus(page.getByLabel('Label of link 4'))).toBe(true)
      await page.keyboard.type('Write to us')
      await page.getByLabel('URL of link 4').fill('ada@example.com')
      await expect.poll(() => previewed(page)).toContain('mailto:ada@example.com')
      await page.getByLabel('Label of link 2').fill('Second')
      await page.getByRole('button', { name: 'Delete link One' }).click()
      expect(await shownLabels(page)).toEqual(['Second', 'Three', 'Write to us'])
      // One Save stores the page and its links.
      await save(page)
      await expectPreviewAsServed(page, slug)
      expect(await labels()).toEqual(['Second', 'Three', 'Write to us'])
      expect(await served(slug)).toContain('<h1 dir="auto">Ada &amp; Söhne</h1>')
      await expect.poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
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
      // A field of one line drops line breaks.
      expect(await shownLabels(page)).toEqual(texts.map((text) => text.replaceAll('\n', '')))
      await followLink(page, '/dash/bio')
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
      expect(await labels()).toEqual(['One', 'Two', 'Three'])
      await save(page)
      expect(await labels()).toEqual(['Two', 'Three', 'One'])
      await expectPreviewAsServed(page, slug)
    })
  })

  it('links are put in order by dragging; a refused save keeps what is typed, and the next one completes it', async () => {
    const { account, slug, path, labels } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const handles = page.getByTitle('Drag to reorder')
      await handles.nth(2).dragTo(handles.nth(0))
      await expect.poll(() => shownLabels(page)).toEqual(['Three', 'One', 'Two'])
      await page.getByLabel('Title', { exact: true }).fill('New title')
      const allowing = await stubField(page, 'updateBioLink', { code: 'UNAVAILABLE', message: 'Not now' })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('Not now').waitFor()
      expect(await shownLabels(page)).toEqual(['Three', 'One', 'Two'])
      await allowing()
      await save(page)
      expect(await labels()).toEqual(['Three', 'One', 'Two'])
      await expectPreviewAsServed(page, slug)
    })
  })

  it('a wrong address is said at its field, the preview counts no visit and is not clicked, and leaving unsaved asks', async () => {
    const { account, path } = await onePage([{ label: 'Own', url: `${dash.url}/own` }])
    await dash.signedIn(account, async ({ page }) => {
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.goto(path)
      await page.getByRole('button', { name: 'Add link' }).click()
      await page.getByLabel('URL of link 2').fill('javascript:alert(1)')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alert').getByText('Enter a web URL').first().waitFor()
      expect(await hasFocus(page.getByLabel('URL of link 2'))).toBe(true)
      expect(await previewed(page)).not.toContain('javascript:')
      const own = JSON.parse(await page.evaluate<string>(LINK_BOX)) as { x: number; y: number }
      await page.mouse.click(own.x + 40, own.y + 20)
      await page.getByRole('link', { name: 'Analytics', exact: true }).click()
      await page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Cancel' }).click()
      expect(await page.getByLabel('URL of link 2').inputValue()).toBe('javascript:alert(1)')
      expect(page.frames().map((frame) => frame.url())).toEqual([`${dash.url}${path}`, `${dash.url}/dash/bio-preview`])
      expect(asked.filter((pathname) => !/^\/(dash|graphql|favicon)/.test(pathname))).toEqual([])
    })
  })

  it('keeps what is typed over a reload, and drops what is saved or left', async () => {
    const { account, path, labels } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(path)
      await page.getByLabel('Title', { exact: true }).fill('Half done')
      await page.getByLabel('Label of link 1').fill('First')
      await page.getByRole('button', { name: 'Move First down' }).click()
      await page.reload()
      await page.getByText('Your unsaved changes were restored.').waitFor()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half done')
      expect(await shownLabels(page)).toEqual(['Two', 'First', 'Three'])
      await save(page)
      expect(await labels()).toEqual(['Two', 'First', 'Three'])
      await page.getByLabel('Title', { exact: true }).fill('Left')
      await page.getByRole('link', { name: 'Analytics', exact: true }).click()
      await page.getByRole('button', { name: 'Leave without saving' }).click()
      await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor()
      await page.goto(path)
      await page.getByRole('heading', { name: 'Half done', level: 1 }).waitFor()
      expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Half done')
      expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')).not.toContain('draft')
    })
  })

  it('where another tab saved the page meanwhile, nothing is overwritten until the user chooses', async () => {
    const { account, path, labels } = await onePage(THREE)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
      const change = 'mutation ($id: ID!) { updateBioPage(id: $id, input: { title: "Elsewhere" }) { id } }'
      await account.ask(change, { id: path.split('/').at(-1) })
      await page.getByRole('radio', { name: 'Sunset' }).check({ force: true })
      await page.getByRole('button', { name: 'Delete link Two' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alert').getByText('Elsewhere').waitFor()
      expect(await labels()).toEqual(['One', 'Two', 'Three'])
      await page.getByRole('button', { name: /overwrite/i }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      expect(await labels()).toEqual(['One', 'Three'])
      const { data } = await account.ask('{ bioPages { title theme } }')
      // Only changed fields are sent.
      expect(data.bioPages).toEqual([{ title: 'Elsewhere', theme: 'sunset' }])
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

describe('the views of a bio page', () => {
  it('are a total, a bar for each of the last 30 days, and a table with the newest day first', async () => {
    const { account, id, path, slug } = await onePage()
    for (const headers of [PERSON, PERSON, { 'user-agent': 'Googlebot/2.1' }])
      await (await fetch(`${dash.url}/bio/${slug}`, { headers })).text()
    const query = 'query ($id: ID!) { bioPageViews(id: $id, days: 1) { views } }'
    await expect.poll(async () => (await account.ask(query, { id })).data.bioPageViews).toEqual([{ views: 2 }])
    await dash.signedIn(account, async ({ page }) => {
      const failing = await stubField(page, 'bioPageViews', { code: 'UNAVAILABLE' })
      await page.goto(path)
      const part = page.getByRole('region', { name: 'Views' })
      await part.getByRole('alert').waitFor()
      // The editor works without the views.
      await page.getByRole('button', { name: 'Add link' }).waitFor()
      await failing()
      await part.getByRole('button', { name: 'Try again' }).click()
      await part.getByText('2 views', { exact: true }).waitFor()
      const bars = part.getByRole('img', { name: 'Last 30 days: 2' })
      await bars.waitFor()
      expect(await bars.locator('> [title]').count()).toBe(30)
      expect(await bars.locator('> :last-child').getAttribute('title')).toMatch(/: 2 views$/)
      await part.getByText('View as table').click()
      expect(await part.locator('tbody tr').first().locator('td').textContent()).toBe('2')
    })
  })
})
