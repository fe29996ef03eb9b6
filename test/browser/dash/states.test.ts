import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectLater, followLink, forgetAnswers, makeLinks, stubField, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'

const dash = useDash()

/** The stubbed operations of both kinds: all that a page asks. */
const ANYTHING = 'query|mutation'

/** Longer than a busy machine takes to show it, shorter than the page waits for an answer. */
const LIMITED_SECONDS = 50

async function withOneLink(work: (page: Page, id: string) => Promise<void>) {
  const account = await dash.newAccount()
  const [link] = await makeLinks(account, [{ target: 'https://example.com/' }])
  await dash.signedIn(account, ({ page }) => work(page, link?.id ?? ''))
}

it('no page takes changes while the server cannot be reached', async () => {
  const account = await dash.newAccount()
  const [link] = await makeLinks(account, [{ target: 'https://example.com/' }])
  const { data } = await account.ask(
    `mutation ($slug: String!) {
      createWebhook(input: { url: "https://example.com/", events: ["link.created"] }) { id }
      addDomain(hostname: "go.example.com") { id }
      createBioPage(input: { slug: $slug }) { id }
    }`,
    { slug: `offline-${link?.shortlink}` },
  )
  await dash.signedIn(account, async ({ page }) => {
    await page.goto('/dash/nowhere')
    for (const [path, buttons] of [
      ['/dash/settings', ['Create key', 'Change password']],
      ['/dash/domains', ['Add domain', 'Check now: go.example.com']],
      ['/dash/bio', ['Create']],
      [`/dash/webhooks/${data.createWebhook.id}`, ['Disable']],
      [`/dash/links/${link?.id}/rules`, ['Save']],
      [`/dash/bio/${data.createBioPage.id}`, ['Save']],
    ] as const) {
      await forgetAnswers(page)
      await followLink(page, path)
      if (path.endsWith('/rules')) await page.getByRole('button', { name: 'Add rule' }).click()
      if (path.startsWith('/dash/bio/')) await page.getByLabel('Title', { exact: true }).fill('New title')
      const areDisabled = () =>
        Promise.all(buttons.map((name) => page.getByRole('button', { name, exact: true }).isDisabled()))
      const askAgain = () => page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
      await expect.poll(areDisabled).toEqual(buttons.map(() => false))
      const restore = await stubField(page, ANYTHING, 'offline')
      await askAgain()
      await expect.poll(areDisabled).toEqual(buttons.map(() => true))
      await restore()
      await askAgain()
      await expect.poll(areDisabled).toEqual(buttons.map(() => false))
    }
  })
})

it('the loss of the network shows at once, although the page asks nothing, and its return too', async () => {
  await withOneLink(async (page) => {
    await page.goto('/dash')
    await page.getByText('1 link', { exact: true }).waitFor()
    await page.clock.install()
    await page.context().setOffline(true)
    await page.getByText(/The server is unreachable\. Showing data from \d/).waitFor()
    expect(await page.getByRole('button', { name: 'Shorten' }).isDisabled()).toBe(true)
    // The installed clock stands still: no poll, but the event of the browser ends it.
    await page.context().setOffline(false)
    await page.getByText('Showing data from').waitFor({ state: 'detached' })
    expect(await page.getByRole('button', { name: 'Shorten' }).isDisabled()).toBe(false)
  })
})

it('a page that was not loaded yet opens once the server responds again, instead of an error of the browser', async () => {
  await withOneLink(async (page) => {
    await page.goto('/dash')
    await page.getByText('1 link', { exact: true }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('Showing data from').waitFor()
    const tried = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD')
    await followLink(page, '/dash/domains')
    await tried
    expect(await page.getByText('Showing data from').isVisible()).toBe(true)
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor()
  })
})

it('a button shows that its change is in flight, and keeps its width', async () => {
  await withOneLink(async (page, id) => {
    await page.goto(`/dash/links/${id}/edit`)
    await page.getByLabel('Title', { exact: true }).fill('Busy')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    const width = (await save.boundingBox())?.width
    await stubField(page, 'updateShortlink', 'never')
    await save.click()
    await expect.poll(() => save.getAttribute('aria-busy')).toBe('true')
    expect((await save.boundingBox())?.width).toBe(width)
    expect(await save.evaluate((button) => getComputedStyle(button, '::after').animationName)).not.toBe('none')
  })
})

it('an error of the server is in German in a German dashboard, with the label of the field', async () => {
  const account = await dash.newAccount()
  const wording = [
    ['target must be an absolute http:// or https:// URL', 'target', 'Ziel-URL: Bitte eine vollständige URL eingeben'],
    ['title must have at most 500 characters', 'title', 'Titel: höchstens 500 Zeichen.'],
    ['A link has at most 10 aliases', undefined, 'Das Limit von 10 ist erreicht.'],
    ['something else is wrong', undefined, 'Eine Eingabe ist ungültig.'],
    ['Slug already exists', 'shortlink', 'Dieser Name ist bereits vergeben.'],
  ] as const
  await dash.signedIn(
    account,
    async ({ page }) => {
      await page.goto('/dash')
      await page.getByText('Noch keine Links').waitFor()
      for (const [message, path, text] of wording) {
        await page.route('**/graphql', (route) =>
          route.fulfill({ json: { errors: [{ message, extensions: { code: 'BAD_USER_INPUT', path } }] } }),
        )
        await page.getByLabel('Ziel-URL').fill('https://example.com/')
        await page.getByRole('button', { name: 'Kürzen' }).click()
        await page.getByText(text).waitFor()
        await page.unroute('**/graphql')
      }
    },
    { locale: 'de-DE' },
  )
})

describe('the list of links', () => {
  it('is gray bars while it is loaded, and nothing moves when it comes', async () => {
    await withOneLink(async (page) => {
      await page.addInitScript(
        'shifts = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifts += value }).observe({ type: "layout-shift", buffered: true })',
      )
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/graphql', async (route) => {
        if (route.request().postData()?.includes('shortlinkConnection')) await released
        await route.fallback()
      })
      await page.goto('/dash')
      await page.getByText('Loading', { exact: true }).waitFor({ state: 'attached' })
      release()
      await page.getByText('1 link', { exact: true }).waitFor()
      await page.getByText('in the last 30 days').waitFor()
      expect(await page.evaluate<number>('shifts')).toBeLessThanOrEqual(0.02)
    })
  })

  it('says what it is for when it is empty, with one way to begin and one line for programs', async () => {
    await dash.atLinks(await dash.newAccount(), async ({ page }) => {
      await page.getByText('No links yet').waitFor()
      await page.getByText('Use the API').click()
      expect(await page.locator('pre').innerText()).toContain('curl')
      // The line above the list is the only way to begin, without tools for links that do not exist.
      expect(await page.getByRole('main').getByRole('button').allInnerTexts()).toEqual(['Bulk create', 'Shorten'])
    })
  })

  it('says why it failed, with the id of the request, and tries again', async () => {
    await withOneLink(async (page) => {
      const restore = await stubField(page, 'shortlinkConnection', { code: 'INTERNAL_SERVER_ERROR' })
      await page.goto('/dash')
      const alert = page.getByRole('alert')
      await alert.getByText('As the test wants it').waitFor()
      await alert.getByText('Request ID: stubbed-request').waitFor()
      await expectAccessible(page)
      await restore()
      await alert.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('1 link', { exact: true }).waitFor()
    })
  })

  it('offline says of when it is and takes no changes, until the server answers again', async () => {
    await withOneLink(async (page) => {
      await page.clock.install()
      await page.goto('/dash')
      await page.getByText('1 link', { exact: true }).waitFor()
      const restore = await stubField(page, ANYTHING, 'offline')
      await page.getByRole('searchbox').fill('x')
      await page.getByText(/The server is unreachable\. Showing data from \d/).waitFor()
      expect(await page.getByRole('button', { name: 'Shorten' }).isDisabled()).toBe(true)
      await expectAccessible(page)
      await restore()
      await expectLater(page, async () => (await page.getByText('Showing data from').count()) === 0)
      await expect.poll(() => page.getByRole('button', { name: 'Shorten' }).isDisabled()).toBe(false)
    })
  })

  it('counts down a limit of requests', async () => {
    await withOneLink(async (page) => {
      const limit = { code: 'RATE_LIMITED', retryAfterSeconds: LIMITED_SECONDS }
      const restore = await stubField(page, 'shortlinkConnection', limit)
      await page.clock.install()
      await page.goto('/dash')
      await page.locator('button:disabled', { hasText: /^Try again in \d+ s$/ }).waitFor()
      await restore()
      await page.clock.fastForward(LIMITED_SECONDS * 1_000)
      await page.getByRole('button', { name: 'Try again', exact: true }).click()
      await page.getByText('1 link', { exact: true }).waitFor()
    })
  })

  it('says at the line that makes links which limit is reached, and the way to the plan', async () => {
    await withOneLink(async (page) => {
      await page.clock.install()
      await page.goto('/dash')
      const shorten = async () => {
        await page.getByLabel('Destination URL').fill('https://example.com/more')
        await page.getByRole('button', { name: 'Shorten' }).click()
      }
      const limit = { code: 'RATE_LIMITED', retryAfterSeconds: LIMITED_SECONDS }
      const restore = await stubField(page, 'addShortlink', limit)
      await shorten()
      await page.getByText(/As the test wants it Try again in \d+ s/).waitFor()
      expect(await page.getByRole('button', { name: 'Shorten' }).isDisabled()).toBe(true)
      await restore()
      await page.clock.fastForward(LIMITED_SECONDS * 1_000)
      await expect.poll(() => page.getByRole('button', { name: 'Shorten' }).isDisabled()).toBe(false)
      await stubField(page, 'addShortlink', { code: 'PLAN_LIMIT', message: 'The monthly link quota is used up' })
      await shorten()
      await page.getByRole('alert').getByText('The monthly link quota is used up').waitFor()
      await page.getByRole('link', { name: 'View plan' }).click()
      await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    })
  })
})

it('a page whose script is of an older release is loaded again once, and then says so', async () => {
  await withOneLink(async (page) => {
    await page.goto('/dash')
    await page.getByText('1 link', { exact: true }).waitFor()
    await page.route('**/assets/new-page*', (route) => route.fulfill({ status: 404 }))
    const loads: string[] = []
    page.on('load', () => loads.push(page.url()))
    await page.getByRole('link', { name: 'New link' }).click()
    await page.getByText('A new version is available').waitFor()
    expect(loads.map((url) => new URL(url).pathname)).toEqual(['/dash/new'])
    await page.unroute('**/assets/new-page*')
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { name: 'New link', level: 1 }).waitFor()
  })
})

/** The pages by what they ask for; a new page is a row. `missing` is the heading of those of one thing that is not there. */
const PAGES = [
  { name: 'visits of a link', path: '/dash/links/:id', field: 'analytics', missing: 'Link not found' },
  { name: 'edit', path: '/dash/links/:id/edit', field: 'getShortlinkInfo', missing: 'Link not found' },
  { name: 'rules', path: '/dash/links/:id/rules', field: 'getShortlinkInfo', missing: 'Link not found' },
  { name: 'QR code', path: '/dash/links/:id/qr', field: 'getShortlinkInfo', missing: 'Link not found' },
  { name: 'visits', path: '/dash/visits', field: 'analytics', missing: undefined },
  { name: 'bio pages', path: '/dash/bio', field: 'bioPages', missing: undefined },
  { name: 'a bio page', path: '/dash/bio/:page', field: 'bioPages', missing: 'Bio page not found' },
  { name: 'domains', path: '/dash/domains', field: 'domains', missing: undefined },
  { name: 'webhooks', path: '/dash/webhooks', field: 'webhooks', missing: undefined },
  { name: 'new link', path: '/dash/new', field: 'linkDefaults', missing: undefined },
  { name: 'defaults', path: '/dash/settings/defaults', field: 'linkDefaults', missing: undefined },
  { name: 'audit log', path: '/dash/settings/audit', field: 'auditLog', missing: undefined },
  { name: 'settings', path: '/dash/settings', field: 'getApiKeys', missing: undefined },
] as const

const NOWHERE = '01a214cd-0000-7000-8000-000000000000'

it('each state of each page is shown', async () => {
  const account = await dash.newAccount()
  const [link] = await makeLinks(account, [{ target: 'https://example.com/' }])
  const { data } = await account.ask('mutation ($slug: String!) { createBioPage(input: { slug: $slug }) { id } }', {
    slug: `states-${link?.shortlink}`,
  })
  await dash.signedIn(account, async ({ page }) => {
    const expectStates = async ({ name, path, field, missing }: (typeof PAGES)[number]) => {
      const address = path.replace(':id', link?.id ?? '').replace(':page', data.createBioPage.id)
      const shown = async (stub: Parameters<typeof stubField>[2], text: string | RegExp) => {
        await forgetAnswers(page)
        const restore = await stubField(page, field, stub)
        await followLink(page, address)
        await page.getByText(text).first().waitFor({ state: 'attached' })
        await restore()
      }
      await shown('never', 'Loading')
      await shown({ code: 'INTERNAL_SERVER_ERROR', message: `No ${name}` }, `No ${name}`)
      await shown({ code: 'RATE_LIMITED', retryAfterSeconds: LIMITED_SECONDS }, /Try again in \d+ s/)
      await shown('offline', 'Showing data from')
      if (missing === undefined) return
      await forgetAnswers(page)
      await followLink(page, path.replace(/:\w+/, NOWHERE))
      await page.getByRole('heading', { name: missing, level: 1 }).waitFor()
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Go to / })
        .waitFor()
    }
    await page.goto('/dash/nowhere')
    for (const one of PAGES)
      await expectStates(one).catch((cause: unknown) => {
        throw new Error(`Of the page "${one.name}"`, { cause })
      })
  })
})
