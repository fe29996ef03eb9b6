import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { openBrowser } from '../support/browser.ts'
import { CREATE_MANY, PASSWORD, signUp } from './api.ts'
import { onCleanup } from './cleanup.ts'
import { HIGH_LIMITS, openFixture } from './fixture.ts'
import { grouped, median, quantile } from './numbers.ts'
import { startOurs } from './processes.ts'
import { progress } from './progress.ts'
import type { Figure, Part } from './report.ts'

const LINKS = 10_000
const BULK = 1000
const LOADS = 5
const SLOWER = 4

/** The list of links in a browser: what is transferred, when it shows, how it answers and how it scrolls. */
export async function measureDash(): Promise<Part> {
  const fixture = await openFixture('sqlite')
  const { port } = await startOurs({ ...fixture.environment, ...HIGH_LIMITS })
  const owner = await signUp(port)
  progress(`dash: making ${grouped(LINKS)} links`)
  for (let first = 0; first < LINKS; first += BULK) await owner.ask(CREATE_MANY, { inputs: inputsFrom(first) })

  const browser = await openBrowser()
  onCleanup(() => browser.close())
  const baseURL = `http://127.0.0.1:${port}`
  const storageState = await signedIn(await browser.newContext({ baseURL }), owner.email)
  const open = () => browser.newContext({ baseURL, storageState, viewport: { width: 1280, height: 800 } })

  progress('dash: loads')
  const plain = await repeated(async () => loadTwice(await open(), 1))
  const slow = await repeated(async () => loadTwice(await open(), SLOWER))
  progress('dash: interactions')
  const delays = await repeated(async () => interact(await open()))
  progress('dash: scrolling')
  const scrolls = await repeated(async () => scroll(await open()))

  const of = <T>(runs: readonly T[], value: (run: T) => number) => median(runs.map(value))
  return {
    title: `The dashboard's list of ${grouped(LINKS)} links`,
    note: `Medians of ${LOADS} runs in headless Chromium at 1280 × 800, on the machine of the server, each with an empty cache; times of the page are the browser's own. "4 × slower" is Chromium's throttling of the CPU.`,
    figures: [
      figure(
        'transferred until rows show, first visit',
        of(plain, ({ first }) => first.bytes / 1000),
        'kB',
        100,
      ),
      figure(
        'requests until rows show, first visit',
        of(plain, ({ first }) => first.requests),
        '',
        6,
      ),
      figure(
        'transferred until rows show, later visit',
        of(plain, ({ later }) => later.bytes / 1000),
        'kB',
        10,
      ),
      figure(
        'largest contentful paint',
        of(plain, ({ first }) => first.paintMs),
        'ms',
        300,
      ),
      figure(
        'largest contentful paint, 4 × slower',
        of(slow, ({ first }) => first.paintMs),
        'ms',
        800,
      ),
      figure(
        'layout shift',
        of(plain, ({ first }) => first.shift),
        '',
        0.02,
      ),
      figure(
        'layout shift, 4 × slower',
        of(slow, ({ first }) => first.shift),
        '',
        0.02,
      ),
      figure(
        'slowest interaction, 4 × slower',
        of(delays, (ms) => ms),
        'ms',
        100,
      ),
      figure(
        'frame while scrolled by 600 px each, p95',
        of(scrolls, ({ frameMs }) => frameMs),
        'ms',
        34,
      ),
      figure(
        'requests while scrolled',
        of(scrolls, ({ requests }) => requests),
        '',
        0,
      ),
    ],
  }
}

const figure = (what: string, value: number, unit: string, atMost: number): Figure => ({ what, value, unit, atMost })

const inputsFrom = (first: number) =>
  Array.from({ length: BULK }, (_, place) => ({
    target: `https://www.example.com/articles/2026/${first + place}/a-headline-of-some-length`,
    title: `Headline number ${first + place}`,
  }))

async function repeated<T>(run: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  for (let index = 0; index < LOADS; index++) results.push(await run())
  return results
}

async function signedIn(context: BrowserContext, email: string) {
  const page = await context.newPage()
  await page.goto('/dash/sign-in')
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await rowsShow(page)
  const state = await context.storageState()
  await context.close()
  return state
}

const rowsShow = (page: Page) =>
  page
    .getByRole('link', { name: /^127\.0\.0\.1|^localhost/ })
    .first()
    .waitFor()

/** Text, because it runs in the browser: gathers what the browser reports of the page. */
const OBSERVE = `
  window.seen = { paintMs: 0, shift: 0, delayMs: 0 }
  const observe = (type, take, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe('largest-contentful-paint', ({ startTime }) => { seen.paintMs = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })
  observe('event', ({ name, duration }) => {
    if (['keydown', 'click', 'pointerup'].includes(name)) seen.delayMs = Math.max(seen.delayMs, duration)
  }, { durationThreshold: 16 })`

interface Opened {
  readonly page: Page
  /** What was transferred since the last call. */
  transferred(): { bytes: number; requests: number }
}

async function opened(context: BrowserContext, slowdown: number): Promise<Opened> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.addInitScript(OBSERVE)
  if (slowdown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, transferred: await counted(devtools) }
}

async function counted(devtools: CDPSession) {
  let [bytes, requests] = [0, 0]
  const cached = new Set<string>()
  await devtools.send('Network.enable')
  devtools.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (cached.has(requestId) || encodedDataLength === 0) return
    bytes += encodedDataLength
    requests++
  })
  return () => {
    const counts = { bytes, requests }
    bytes = requests = 0
    return counts
  }
}

const seen = (page: Page) => page.evaluate<{ paintMs: number; shift: number; delayMs: number }>('seen')

async function loadTwice(context: BrowserContext, slowdown: number) {
  const { page, transferred } = await opened(context, slowdown)
  const load = async () => {
    await page.goto('/dash')
    await rowsShow(page)
    const counts = transferred()
    // What comes after the rows may still move them.
    await page.waitForLoadState('networkidle')
    const { paintMs, shift } = await seen(page)
    transferred()
    return { ...counts, paintMs, shift }
  }
  const first = await load()
  await page.goto('about:blank')
  const later = await load()
  await context.close()
  return { first, later }
}

async function interact(context: BrowserContext): Promise<number> {
  const { page } = await opened(context, SLOWER)
  await page.goto('/dash')
  await rowsShow(page)
  await page.waitForLoadState('networkidle')
  for (const key of ['j', 'j', 'k', 'x', 'x', '?', 'Escape']) await page.keyboard.press(key)
  await page.getByRole('checkbox').nth(2).click()
  await page.getByRole('checkbox').nth(2).click()
  await page.locator('input[type=search]').click()
  await page.keyboard.type('headline')
  await page.waitForLoadState('networkidle')
  const { delayMs } = await seen(page)
  await context.close()
  return delayMs
}

/** Scrolls through the whole list, a step a frame; resolves to how long frames took. */
const SCROLL = `new Promise((resolve) => {
  const frames = []
  let last
  const step = (now) => {
    if (last !== undefined) frames.push(now - last)
    last = now
    scrollBy(0, 600)
    if (scrollY + innerHeight < document.documentElement.scrollHeight - 1) requestAnimationFrame(step)
    else resolve(frames)
  }
  requestAnimationFrame(step)
})`

async function scroll(context: BrowserContext) {
  const { page, transferred } = await opened(context, 1)
  await page.goto('/dash')
  await rowsShow(page)
  await page.waitForLoadState('networkidle')
  transferred()
  const frames = await page.evaluate<number[]>(SCROLL)
  const { requests } = transferred()
  await context.close()
  return { frameMs: quantile(frames, 0.95), requests }
}
