import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { toCsvLine } from '../../../hosts/import/csv.ts'
import { EXPORT_COLUMNS } from '../../../hosts/import/exported.ts'
import { fixture, importing } from '../../hosts/cli/import/importing.ts'
import { leaveImport, makeLinks, savedFile, stubField, tabTo, useDash } from '../../support/dash.ts'
import { expectGoodOnBothScreens, PHONE } from '../screens.ts'

/** Imports wait for it after each batch. */
let afterBatch: () => Promise<void> = async () => {}
const dash = useDash({}, (root) => {
  root.decorate('jobs', (jobs) =>
    jobs.map((job) => ({
      ...job,
      run: (ports) => job.run({ ...ports, sleep: () => afterBatch() }),
    })),
  )
})
/** Of another host, since slugs of deleted links are not given away. */
const other = useDash()

/** Domains of the fixtures, which all lead to the service's own host. */
const DOMAINS = ['go.example.org', 's.example.org', 's.other.example', 'bit.ly', 'x.example.org']

const PAGE = '/dash/settings/import'
const importButton = (page: Page) => page.getByRole('button', { name: /^Import [\d,]+ links?$/ })

async function choose(page: Page, file: Parameters<ReturnType<Page['getByLabel']>['setInputFiles']>[0]) {
  if (new URL(page.url()).pathname !== PAGE) await page.goto(PAGE)
  await leaveImport(page)
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByText(/^\d+ to import/).waitFor()
}

/** Waits for the preview with the last choices. */
const replanned = (page: Page, text: string) =>
  page.locator('[role=status][aria-busy=false]', { hasText: text }).waitFor()

/** Sends the links of every domain to the service's own host, except those that the command line refuses. */
async function mapAll(page: Page) {
  for (const domain of DOMAINS) {
    const select = page.getByLabel(new RegExp(`^${domain.replaceAll('.', '\\.')} \\(`))
    if ((await select.count()) > 0) await select.selectOption('')
  }
  const foreign = page.getByLabel(/^dub\.sh \(/)
  if ((await foreign.count()) > 0) await foreign.selectOption('Skip')
}

const download = async (page: Page, button: string) =>
  (await savedFile(page, () => page.getByRole('button', { name: button, exact: true }).click())).toString()

const COUNT = '{ shortlinkConnection(take: 1) { totalCount } }'

const LINKS = `{ shortlinkConnection(archived: null, take: 100) { items {
  shortlink target title enableTracking status enabled archived startsAt expiresAt fallbackTarget maxVisits redirectStatus forwardQuery
  forwardPath tags note aliases rules { type value target } utm { source medium campaign term content } preview { title description image }
} } }`

type Account = Awaited<ReturnType<typeof dash.newAccount>>
const linksOf = async (account: Account) => {
  const { data } = await account.ask(LINKS)
  const items = data.shortlinkConnection.items as { shortlink: string }[]
  return items.toSorted((one, other) => one.shortlink.localeCompare(other.shortlink))
}

describe('an import', () => {
  it.each(['yourls-mysqldump.sql', 'kutt.json', 'shlink.json', 'bitly.json', 'dub.json'])(
    'makes the links of %s that the command line makes, and leaves out those that it leaves out',
    async (name) => {
      const from = name.split(/[.-]/)[0] as string
      const { report, links } = await importing(fixture(name), from, { domain: DOMAINS.map((domain) => `${domain}=`) })
      // Files of Dub and Kutt have slugs in common.
      const host = name === 'dub.json' ? other : dash
      const account = await host.newAccount()
      await host.signedIn(account, async ({ page }) => {
        await choose(page, fixture(name))
        await mapAll(page)
        await importButton(page).click()
        await page
          .getByText(`${report.created} imported, ${report.present} already existed, ${report.bad} skipped`)
          .waitFor()
        const made = await linksOf(account)
        expect(made.map(({ shortlink }) => shortlink).toSorted()).toEqual(links.map(({ slug }) => slug).toSorted())
        for (const link of links) {
          const here = made.find(({ shortlink }) => shortlink === link.slug)
          const { target, title, tags, note, rules, archived, fallbackTarget } = link
          expect(here).toMatchObject({ target, title, tags, note, rules, archived, fallbackTarget })
          expect(here).toMatchObject({ enabled: link.enabled && !link.disabled && link.visitsLeft !== 0 })
        }
        await choose(page, fixture(name))
        await mapAll(page)
        await replanned(page, `to import, ${report.created} already exist`)
      })
    },
  )

  it('of an export gives the same links in another account', async () => {
    const [from, to] = [await dash.newAccount(), await other.newAccount()]
    const links = await makeLinks(from, [
      {
        target: 'https://example.com/',
        shortlink: 'moved-1',
        title: '=1+1',
        startsAt: '2026-01-01T00:00:00.000Z',
        expiresAt: '2090-01-01T00:00:00.000Z',
        fallbackTarget: 'https://example.com/over',
        maxVisits: 100,
        redirectStatus: 308,
        forwardQuery: true,
        forwardPath: true,
        enableTracking: false,
        utm: { source: 'mail', campaign: 'spring, "2026"' },
        tags: ['Spring', 'a,b', 'größer'],
        note: '=two\nlines',
        externalId: '=shop/42',
        preview: { title: 'Card', image: 'https://example.com/card.png' },
        rules: [{ type: 'country', value: 'DE,AT', target: 'https://example.com/de' }],
      },
      { target: 'https://example.com/', shortlink: 'moved-2', expiresAt: '2090-01-01T00:00:00.000Z' },
      { target: 'https://example.com/plain', shortlink: 'moved-3' },
    ])
    const ids = links.map(({ id }) => id)
    await from.ask('mutation ($id: ID!) { addShortlinkAlias(id: $id, shortlink: "moved-too") { id } }', { id: ids[0] })
    await from.ask(
      'mutation ($id: ID!) { updateShortlink(input: { id: $id, enabled: false, archived: true }) { id } }',
      {
        id: ids[1],
      },
    )
    const before = await linksOf(from)
    let file = ''
    await dash.signedIn(from, async ({ page }) => {
      await page.goto(PAGE)
      file = await download(page, 'Export as CSV')
      const exported = JSON.parse(await download(page, 'Export as JSON')) as Record<string, unknown>[]
      expect(Object.keys(exported[0] ?? {})).toEqual([...EXPORT_COLUMNS])
      expect(exported.map(({ slug }) => slug)).toEqual(['moved-3', 'moved-2', 'moved-1'])
    })
    expect(file.split('\r\n')[0]).toBe(toCsvLine(EXPORT_COLUMNS).trim())
    await other.signedIn(to, async ({ page }) => {
      await choose(page, { name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      await page.getByText('Detected: shortlink').waitFor({ state: 'attached' })
      await importButton(page).click()
      await page.getByText('3 imported, 0 already existed, 0 skipped').waitFor()
    })
    expect(await linksOf(to)).toEqual(before)
  })

  it('is done by the keyboard alone, names what is left out by its row, and offers that as a file', async () => {
    await makeLinks(await dash.newAccount(), [{ target: 'https://example.com/', shortlink: 'theirs-1' }])
    const account = await dash.newAccount()
    const rows = [
      'keys-1,https://example.com/',
      'keys-1,https://example.com/',
      'not ok,=1',
      'theirs-1,https://example.com/',
    ]
    const csv = ['slug,target', ...rows, ''].join('\r\n')
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(PAGE)
      await tabTo(page, page.getByLabel('File', { exact: true }))
      await page
        .getByLabel('File', { exact: true })
        .setInputFiles({ name: 'a.csv', mimeType: '', buffer: Buffer.from(csv) })
      await page.getByText('1 to import, 0 already exist, 3 skipped').waitFor()
      await page.getByText('Visits and visit totals are not imported.').waitFor()
      await tabTo(page, importButton(page))
      await page.keyboard.press('Enter')
      await page.getByText('1 imported, 0 already existed, 3 skipped').waitFor()
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Report')
      const lines = (await download(page, 'Download CSV')).split('\r\n')
      expect(lines[0]).toBe('row,slug,target,error')
      expect(lines[1]).toBe('2,keys-1,https://example.com/,the file contains this slug twice')
      expect(lines[2]).toMatch(/^3,not ok,'=1,Destination URL: enter a complete URL/)
      expect(lines[3]).toMatch(/^4,theirs-1,.*This name is already taken/)
      await tabTo(page, page.getByRole('button', { name: 'Choose another file' }))
      await page.keyboard.press('Enter')
      await page.getByLabel('File', { exact: true }).waitFor()
    })
  })

  it('goes on after the page is closed, and is shown again with its result', async () => {
    const account = await dash.newAccount()
    const rows = Array.from({ length: 900 }, (_, n) => `goes-on-${n},https://example.com/${n}`)
    const csv = `slug,target\n${rows.join('\n')}\n`
    await dash.signedIn(account, async ({ page }) => {
      await choose(page, { name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await page.reload()
      await page.getByText('many.csv').waitFor()
      await importButton(page).click()
      await page.getByText('The import continues on the server when you close this page.').waitFor()
      await page.goto('about:blank')
      await expect
        .poll(async () => (await account.ask('{ latestImport { state } }')).data.latestImport.state)
        .toBe('DONE')
      await page.goto(PAGE)
      await page.getByText('900 imported, 0 already existed, 0 skipped').waitFor()
    })
  })

  it('waits for a busy server while it uploads, and that is stopped keeps what it imported', async () => {
    const account = await dash.newAccount()
    const csv = `slug,target\n${Array.from({ length: 3000 }, (_, n) => `stops-${n},https://example.com/`).join('\n')}\n`
    await dash.signedIn(account, async ({ page }) => {
      await page.clock.install()
      await page.goto(PAGE)
      const mend = await stubField(page, 'addImportPart', { code: 'RATE_LIMITED', retryAfterSeconds: 50 })
      const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await page.getByText(/Continuing in \d+ s/).waitFor()
      await mend()
      await page.clock.fastForward(50_000)
      await page.clock.resume()
      await page.getByText('3,000 to import').waitFor()
      const { promise, resolve } = Promise.withResolvers<void>()
      let batches = 0
      afterBatch = async () => {
        if (++batches > 1) await promise
      }
      await importButton(page).click()
      await page.getByText('100 of 3,000 links').waitFor()
      await page.getByRole('button', { name: 'Stop' }).click()
      await page.getByText('The import was stopped after').waitFor()
      resolve()
      await page.getByText('The import was stopped after 200 of 3,000 links.').waitFor()
      await page.getByText('200 imported, 0 already existed, 0 skipped').waitFor()
      expect((await account.ask(COUNT)).data.shortlinkConnection.totalCount).toBe(200)
    })
  })

  it('cannot be begun while the server cannot be reached', async () => {
    const csv = 'slug,target\noffline-1,https://example.com/\n'
    await dash.signedIn(await dash.newAccount(), async ({ page }) => {
      await choose(page, { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      const restore = await stubField(page, 'query|mutation', 'offline')
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
      await expect.poll(() => importButton(page).isDisabled()).toBe(true)
      await restore()
    })
  })

  it('says of a file that cannot be read what it is, at its field', async () => {
    await dash.signedIn(await dash.newAccount(), async ({ page }) => {
      await page.goto(PAGE)
      const field = page.getByLabel('File', { exact: true })
      const say = async (content: Buffer, text: string) => {
        await field.setInputFiles({ name: 'a.csv', mimeType: '', buffer: content })
        await page.getByRole('alert').getByText(text).waitFor()
        expect(await field.getAttribute('aria-invalid')).toBe('true')
      }
      await say(Buffer.from('name,city\nAda,London\n'), 'No known service exports these columns')
      await say(Buffer.from([0x1f, 0x8b, 8]), 'compressed by gzip')
      await say(Buffer.from(''), 'The file is empty')
      await stubField(page, 'shortlinkConnection', { code: 'INTERNAL_SERVER_ERROR' })
      await page.getByRole('button', { name: 'Export as CSV' }).click()
      await page.getByText('Something went wrong').first().waitFor()
    })
  })
})

describe('on a phone and on a desktop', () => {
  it('moves links of services that no one can own here, and says so; an unknown domain too, unless it is skipped', async () => {
    const csv = [
      'Link,Long URL',
      'bit.ly/moved-a,https://example.com/',
      'bit.ly/moved-b,https://example.com/',
      '',
    ].join('\n')
    const unknown = 'slug,target,hostname\nmoved-c,https://example.com/,go.elsewhere.example\n'
    await dash.signedIn(await dash.newAccount(), async ({ page }) => {
      await choose(page, { name: 'bitly.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
      await page.getByText('2 to import, 0 already exist, 0 skipped').waitFor()
      await page
        .getByText(/^bit\.ly belongs to another service, so its 2 links become \S+\/… with the same slug\.$/)
        .waitFor()
      await choose(page, { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(unknown) })
      await page.getByText(/^go\.elsewhere\.example is not one of your verified domains, so its link becomes/).waitFor()
      await page.getByLabel(/^go\.elsewhere\.example/).selectOption('Skip')
      await replanned(page, '0 to import, 0 already exist, 1 skipped')
      await page.getByLabel(/^go\.elsewhere\.example/).selectOption('')
      await replanned(page, '1 to import, 0 already exist, 0 skipped')
      await importButton(page).click()
      await page.getByText('1 imported, 0 already existed, 0 skipped').waitFor()
    })
  })

  it('the plan and the report of an import are accessible and scroll in one direction only', async () => {
    const theirs = 'theirs-2'
    await makeLinks(await dash.newAccount(), [{ target: 'https://example.com/', shortlink: theirs }])
    await dash.signedIn(
      await dash.newAccount(),
      async ({ page }) => {
        const long = 'W'.repeat(300)
        const csv = `slug,target,title,rules,hostname,hasPassword\nlong ${long},https://example.com/${long},,,,\n${theirs},https://example.com/${long},${long} مرحبا,,,true\nb,https://example.com/,,,elsewhere.example.org,\nfine-1,https://example.com/${long},${'T'.repeat(100)},,,\n`
        await choose(page, { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
        await page.getByLabel(/^elsewhere\.example\.org/).selectOption('Skip')
        await replanned(page, '1 to import, 0 already exist, 3 skipped')
        await page.getByText('Skipped: 3').click()
        await expectGoodOnBothScreens(page)
        await importButton(page).click()
        await page.getByText('1 imported, 0 already existed, 3 skipped').waitFor()
        await expectGoodOnBothScreens(page)
      },
      PHONE,
    )
  })
})
