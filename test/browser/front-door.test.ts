import { describe, expect, it } from 'vitest'
import { useTestServer } from '../support/server.ts'
import { useBrowser } from '../support/shared-browser.ts'
import { expectGoodOnBothScreens, PHONE } from './screens.ts'

const browser = useBrowser()

describe('pages for developers', () => {
  const server = useTestServer()

  it('the page at /graphql is accessible and fits a phone and a desktop, in light and in dark surroundings', async () => {
    const page = await (await browser.newContext(PHONE)).newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(`${server.url}/graphql`)
    const wrapping = await page.evaluate("getComputedStyle(document.querySelector('pre')).whiteSpace")
    expect(wrapping).toBe('pre-wrap')
    await expectGoodOnBothScreens(page)
    expect(complaints).toEqual([])
  })
  it('the page at /docs is accessible and fits a phone and a desktop, in light and in dark, without outside requests', async () => {
    const page = await (await browser.newContext(PHONE)).newPage()
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(message.text()))
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.goto(`${server.url}/docs`)
    await expectGoodOnBothScreens(page)
    expect(complaints).toEqual([])
    expect(requested.filter((url) => !url.startsWith(`${server.url}/`))).toEqual([])
  })
})
