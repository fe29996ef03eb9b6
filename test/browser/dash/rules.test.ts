import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { follow } from '../../support/api.ts'
import { hasFocus, makeLinks, PERSON, stubField, tabTo, useDash } from '../../support/dash.ts'
import { expectAccessible } from '../looked-at.ts'
import { expectGoodOnBothScreens, onBothScreens, PHONE } from '../screens.ts'

const dash = useDash()

async function oneLink(rules: readonly object[] = []) {
  const account = await dash.newAccount()
  const [link] = await makeLinks(account, [{ target: 'https://example.com/own', rules }])
  if (link === undefined) throw new Error('The link was not made')
  const stored = async () => {
    const query = 'query ($id: ID!) { getShortlinkInfo(id: $id) { rules { type value } } }'
    const { data } = await account.ask(query, { id: link.id })
    return data.getShortlinkInfo.rules as { type: string; value: string }[]
  }
  return { account, link, stored, path: `/dash/links/${link.id}/rules` }
}

const rule = (type: string, value: string) => ({ type, value, target: `https://example.com/${type}` })
const winner = (page: Page) => page.locator('[role=status][data-winner]').getAttribute('data-winner')
const ruleCard = (page: Page, number: number) => page.getByRole('region', { name: `Rule ${number}`, exact: true })

/** Drags with the mouse in small steps, as a hand does. */
async function dragTo(page: Page, from: Locator, to: Locator) {
  await to.scrollIntoViewIfNeeded()
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('Not in view')
  await page.mouse.move(start.x + 9, start.y + 9)
  await page.mouse.down()
  await page.mouse.move(start.x + 20, start.y, { steps: 5 })
  await page.mouse.move(end.x + 20, end.y + 9, { steps: 10 })
  await page.mouse.up()
}

/** One rule of each type; the editor has a control for each. */
const EVERY_TYPE = [
  rule('device', 'mobile,tablet'),
  rule('os', 'ios'),
  rule('browser', 'safari'),
  rule('country', 'DE,AT'),
  rule('continent', '!EU'),
  rule('region', 'US-CA'),
  rule('city', 'Rome'),
  rule('language', 'pt'),
  rule('query', 'src=ad,ref'),
  rule('referrer', 'example.com'),
  rule('ip', '192.0.2.0/24'),
  rule('before', '2030-01-31T18:00:00Z'),
  rule('after', '2030-01-31T18:00:00Z'),
  rule('time', '09:00-12:00,13:00-17:30@Europe/Rome'),
  rule('weekday', 'mon-fri@Europe/Rome'),
  rule('visits', '>1000'),
  rule('percent', '30'),
  rule('all', '![{"type":"os","value":"ios"},{"type":"country","value":"IT"}]'),
]

describe('on a phone and on a desktop', () => {
  it('every type of rule has its control, and the page is accessible and scrolls in one direction only', async () => {
    const { account, path } = await oneLink(EVERY_TYPE)
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto(path)
        await page
          .getByRole('heading', { name: 'Unless the operating system is iOS and the country is Italy' })
          .waitFor()
        expect(await page.getByLabel('Value', { exact: true }).count()).toBe(0)
        await expectGoodOnBothScreens(page)
        await onBothScreens(page, async () => {
          // The actions of a rule stay at the end of their line.
          const box = (name: string) => page.getByRole('button', { name, exact: true }).boundingBox()
          const [up, remove] = [await box('Move rule 18 up'), await box('Remove rule 18')]
          const card = await ruleCard(page, 18).boundingBox()
          expect(up?.y).toBe(remove?.y)
          expect((card?.x ?? 0) + (card?.width ?? 0) - (remove?.x ?? 0) - (remove?.width ?? 0)).toBeLessThan(24)
        })
      },
      PHONE,
    )
  })
})

describe('the editor of rules', () => {
  it('makes a rule, saves it and moves it by the keyboard alone, and visitors go where it says', async () => {
    const { account, link, stored, path } = await oneLink([rule('percent', '30')])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const { keyboard } = page
      await tabTo(page, page.getByRole('button', { name: 'Add rule' }))
      await keyboard.press('Enter')
      // The focus is on what the new rule looks at.
      await expect.poll(() => hasFocus(ruleCard(page, 2).getByLabel('If', { exact: true }))).toBe(true)
      await keyboard.type('br')
      await keyboard.press('Tab')
      await tabTo(page, ruleCard(page, 2).getByLabel('Any of'))
      await keyboard.type('Firefox')
      await keyboard.press('Enter')
      await keyboard.type('edge,')
      await tabTo(page, ruleCard(page, 2).getByLabel('Redirect to'))
      await keyboard.type('https://example.com/fox')
      await page.getByRole('heading', { name: 'If the browser is firefox or edge' }).waitFor()
      await tabTo(page, page.getByRole('button', { name: 'Move rule 2 up' }))
      await keyboard.press('Enter')
      await tabTo(page, page.getByRole('button', { name: 'Save' }))
      await keyboard.press('Enter')
      await page.getByText('Saved', { exact: true }).waitFor()
    })
    expect(await stored()).toEqual([
      { type: 'browser', value: 'firefox,edge' },
      { type: 'percent', value: '30' },
    ])
    expect((await follow(dash.url, link.shortlink, PERSON)).headers.get('location')).toBe('https://example.com/fox')
  })

  it('writes what its controls say: countries by name, days, times, parameters, dates, visits and groups', async () => {
    const { account, stored, path } = await oneLink([rule('country', 'DE')])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const one = ruleCard(page, 1)
      const choose = (type: string) => one.getByLabel('If', { exact: true }).selectOption(type)
      const expectSaved = async (value: string) => {
        await page.getByRole('button', { name: 'Save' }).click()
        await expect.poll(async () => (await stored())[0]?.value).toBe(value)
      }
      await one.getByLabel('Any of').fill('austria')
      await one.getByRole('button', { name: 'Remove Germany' }).click()
      await expectSaved('AT')
      await choose('weekday')
      await one.getByLabel('Saturday').check()
      await one.getByLabel('Monday').uncheck()
      await one.getByLabel('Time zone').fill('Europe/Rome')
      await expectSaved('tue-sat@Europe/Rome')
      await choose('time')
      await one.getByLabel('From').fill('22:00')
      await one.getByLabel('To', { exact: true }).fill('06:00')
      // The browser is in Berlin.
      await expectSaved('22:00-06:00@Europe/Berlin')
      await choose('query')
      await one.getByLabel('Parameter', { exact: true }).fill('src')
      await one.getByLabel('Any value').uncheck()
      await one.getByLabel('Parameter value').fill('a,b')
      await expectSaved('src=a%2Cb')
      await choose('before')
      // To the minute.
      expect(await one.getByLabel('Date and time').getAttribute('step')).toBeNull()
      await one.getByLabel('Date and time').fill('2030-01-31T19:00')
      await expectSaved('2030-01-31T18:00:00Z')
      await choose('visits')
      await one.getByLabel('Visits so far').selectOption('fewer than')
      await one.getByLabel('Number').fill('500')
      await expectSaved('<500')
      await one.getByRole('button', { name: 'and' }).click()
      await one.getByLabel('Tablet').check()
      await one.getByLabel('When a visitor matches').selectOption('not all of these')
      await expectSaved('![{"type":"visits","value":"<500"},{"type":"device","value":"mobile,tablet"}]')
    })
  })

  it('a rule is dragged by its handle, percent rules show what is left, and leaving unsaved asks', async () => {
    const { account, path } = await oneLink([rule('percent', '30'), rule('country', 'DE'), rule('percent', '20')])
    await dash.signedIn(
      account,
      async ({ page }) => {
        await page.goto(path)
        await dragTo(page, page.getByTitle('Drag to reorder').nth(2), ruleCard(page, 1).getByRole('heading'))
        await ruleCard(page, 1).getByRole('heading', { name: 'among 20% of visitors' }).waitFor()
        await ruleCard(page, 3).getByRole('heading', { name: 'Germany' }).waitFor()
        expect(await page.getByRole('region', { name: 'Visitor split' }).getByRole('listitem').allInnerTexts()).toEqual(
          ['Rule 1: 20%', 'Rule 2: 30%', 'Everyone else: 50%'],
        )
        await page.getByRole('link', { name: 'QR code' }).click()
        await page.getByRole('dialog', { name: 'Leave this page?' }).waitFor()
      },
      { viewport: { width: 1280, height: 2000 } },
    )
  })

  it('a malformed value and a missing target are named at their rule, and nothing is sent', async () => {
    const { account, stored, path } = await oneLink([rule('country', 'DE'), rule('percent', '30')])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await ruleCard(page, 1).getByLabel('Any of').fill('Germania')
      await ruleCard(page, 2).getByLabel('Redirect to').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await ruleCard(page, 1).getByText('Not a valid value. A name or two-letter code, then Enter').waitFor()
      await ruleCard(page, 2).getByText('Destination URL: enter a complete URL').waitFor()
      await page.getByText('Not saved. 2 rules have errors.').waitFor()
      expect(await stored()).toHaveLength(2)
      await ruleCard(page, 1).getByRole('button', { name: 'Remove Germania' }).click()
      await page.getByText('Not saved. One rule has an error.').waitFor()
    })
  })

  it('rules that another client saved meanwhile are not overwritten unasked', async () => {
    const { account, stored, path } = await oneLink([rule('percent', '30')])
    const id = path.split('/')[3]
    const saveElsewhere = (value: string) =>
      account.ask('mutation ($input: UpdateShortlinkInput!) { updateShortlink(input: $input) { id } }', {
        input: { id, rules: [rule('percent', value)] },
      })
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const percent = ruleCard(page, 1).getByLabel('Percent')
      await percent.fill('40')
      await saveElsewhere('50')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      // Where the button was another one may be by the second click.
      await page.getByRole('button', { name: 'Use their version' }).dblclick()
      expect(await percent.inputValue()).toBe('50')
      expect(await ruleCard(page, 2).count()).toBe(0)
      await percent.fill('60')
      await saveElsewhere('70')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('button', { name: 'Overwrite' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      expect(await stored()).toMatchObject([{ value: '60' }])
      // What was saved here is no change of another client.
      await percent.fill('61')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect.poll(stored).toMatchObject([{ value: '61' }])
    })
  })

  it('that are unsaved survive a reload', async () => {
    const { account, path } = await oneLink([rule('percent', '30')])
    await dash.signedIn(account, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept())
      await page.goto(path)
      await page.getByRole('button', { name: 'Add rule' }).click()
      await ruleCard(page, 2).getByLabel('Redirect to').fill('https://example.com/half-done')
      await page.reload()
      await page.getByText('Your unsaved changes were restored.').waitFor()
      expect(await ruleCard(page, 2).getByLabel('Redirect to').inputValue()).toBe('https://example.com/half-done')
      await page.getByRole('button', { name: 'Discard changes' }).click()
      expect(await ruleCard(page, 2).count()).toBe(0)
      await page.reload()
      await ruleCard(page, 1).waitFor()
      expect(await ruleCard(page, 2).count()).toBe(0)
    })
  })

  it('what the server refuses shows, and the rules stay as typed', async () => {
    const { account, path } = await oneLink([rule('percent', '30')])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      await ruleCard(page, 1).getByLabel('Percent').fill('40')
      for (const [stub, text] of [
        [{ code: 'RATE_LIMITED', message: 'Too many requests' }, 'Too many requests'],
        [{ code: 'PLAN_LIMIT', message: 'The plan has no rules' }, 'The plan has no rules'],
        ['offline', 'The server is unreachable'],
      ] as const) {
        const restore = await stubField(page, 'updateShortlink', stub)
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByRole('alert').getByText(text).waitFor()
        await restore()
      }
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      expect(await ruleCard(page, 1).getByLabel('Percent').inputValue()).toBe('40')
    })
  })
})

describe('the simulator', () => {
  it('asks for what the rules look at, and agrees with the redirect', async () => {
    const { account, link, path } = await oneLink([
      rule('all', '[{"type":"browser","value":"firefox"},{"type":"query","value":"ref"}]'),
      rule('language', 'pt'),
    ])
    const requests = [
      { query: '?ref=mail', headers: { ...PERSON, 'accept-language': 'de' }, browser: 'Firefox', language: 'de' },
      { query: '', headers: { ...PERSON, 'accept-language': 'pt-BR' }, browser: 'Firefox', language: 'pt-BR' },
      { query: '', headers: { ...PERSON, 'accept-language': 'de' }, browser: 'Firefox', language: 'de' },
    ]
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const simulator = page.getByRole('region', { name: 'Simulator' })
      await simulator.getByLabel('Browser', { exact: true }).waitFor()
      expect(await simulator.getByLabel('Country').count()).toBe(0)
      expect(await winner(page)).toBe('unknown')
      for (const { query, headers, browser, language } of requests) {
        await simulator.getByLabel('Browser', { exact: true }).fill(browser)
        await simulator.getByLabel('Language', { exact: true }).fill(language)
        await simulator.getByLabel('No query string').setChecked(query === '')
        if (query !== '') await simulator.getByLabel('Query string', { exact: true }).fill(query)
        const sent = (await follow(dash.url, link.shortlink + query, headers)).headers.get('location')
        await simulator
          .getByRole('status')
          .getByText(sent ?? 'nowhere', { exact: true })
          .waitFor()
      }
      expect(await winner(page)).toBe('none')
    })
  })

  it('names the first rule that is not valid yet, and says what a visitor gets from those before', async () => {
    const { account, path } = await oneLink([rule('country', 'DE')])
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const simulator = page.getByRole('region', { name: 'Simulator' })
      await page.getByRole('button', { name: 'Add rule' }).click()
      await simulator.getByLabel('Country', { exact: true }).selectOption('AT')
      await simulator.getByText('Rule 2 is not valid yet').waitFor()
      expect(await simulator.getByRole('status').locator('.chip').allInnerTexts()).toEqual([
        'does not match',
        'not valid yet',
      ])
      await simulator.getByLabel('Country', { exact: true }).selectOption('DE')
      await simulator.getByText('Rule 1 matches').waitFor()
      await ruleCard(page, 1).getByLabel('Any of').fill('Narnia')
      await simulator.getByText('Rule 1 is not valid yet').waitFor()
      await expectAccessible(page)
    })
  })

  it('tries a visit, of which language, query and draw are unknown', async () => {
    const { account, link, path } = await oneLink([
      rule('os', 'ios'),
      rule('query', 'ref'),
      rule('percent', '30'),
      rule('os', 'linux'),
    ])
    await follow(dash.url, link.shortlink, PERSON)
    await expect.poll(() => account.clicks()).toBe(1)
    await dash.signedIn(account, async ({ page }) => {
      await page.goto(path)
      const simulator = page.getByRole('region', { name: 'Simulator' })
      await simulator.getByLabel('Visitor').selectOption({ index: 1 })
      await simulator.getByText('At the time of this visit, rule').waitFor()
      expect(await simulator.getByRole('status').locator('.chip').allInnerTexts()).toEqual([
        'does not match',
        'unknown',
        'unknown',
        'matches',
      ])
      expect(await winner(page)).toBe('unknown')
      await simulator.getByLabel('No query string').check()
      await simulator.getByLabel('Random number').fill('99')
      expect(await winner(page)).toBe('3')
    })
  })
})
