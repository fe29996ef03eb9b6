import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { PASSWORD } from './api.ts'
import { quantile } from './numbers.ts'

/** What came over the wire. */
export interface Delivery {
  readonly bytes: number
  readonly requests: number
}

/** Two visits of the list, the later with what the browser kept of the first. */
export interface Load {
  readonly first: Delivery
  readonly later: Delivery
  /** The largest contentful paint of the first visit. */
  readonly paintMs: number
  /** The cumulative layout shift of the first visit. */
  readonly shift: number
}

export interface Scrolling {
  /** 95 of 100 frames took at most this. */
  readonly frameMs: number
  readonly requests: number
}

/** Signs in and resolves to the cookies and the storage of the session; the context is closed. */
export async function signedIn(context: BrowserContext, email: string) {
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

/** @param slowdown how many times slower the browser's CPU is made */
export async function load(context: BrowserContext, slowdown: number): Promise<Load> {
  const { page, transferred } = await opened(context, slowdown)
  const visit = async () => {
    // The page reports its rows itself: waiting for a locator runs scripts in the page, which delay the paint.
    const reported = page.waitForEvent('console', (message) => message.text() === ROWS_SHOW)
    await page.goto('/dash')
    await reported
    const delivery = transferred()
    // What comes after the rows may still move them.
    await page.waitForLoadState('networkidle')
    const { paintMs, shift } = await seen(page)
    transferred()
    return { delivery, paintMs, shift }
  }
  const { delivery, paintMs, shift } = await visit()
  await page.goto('about:blank')
  const { delivery: later } = await visit()
  await context.close()
  return { first: delivery, later, paintMs, shift }
}

/** The largest contentful paint of a page without scripts, in milliseconds: the least this browser needs on this machine. */
export async function loadBare(context: BrowserContext, slowdown: number): Promise<number> {
  const { page } = await opened(context, slowdown)
  await page.goto('/no-such-link')
  await page.waitForLoadState('networkidle')
  const { paintMs } = await seen(page)
  await context.close()
  return paintMs
}

/** Uses the list by keys and mouse; resolves to how long the slowest interaction took to the next frame, in milliseconds. */
export async function interact(context: BrowserContext, slowdown: number): Promise<number> {
  const { page } = await opened(context, slowdown)
  await page.goto('/dash')
  await rowsShow(page)
  await page.waitForLoadState('networkidle')
  for (const key of ['j', 'j', 'k', 'x', 'x', '?']) await page.keyboard.press(key)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('checkbox').nth(2).click()
  await page.getByRole('checkbox').nth(2).click()
  await page.locator('input[type=search]').click()
  await page.keyboard.type('headline')
  await page.waitForLoadState('networkidle')
  const { delayMs } = await seen(page)
  await context.close()
  return delayMs
}

/** Scrolls by {@link FRAMES} steps, one a frame. */
export async function scroll(context: BrowserContext): Promise<Scrolling> {
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

const FIRST_ROW = '[data-row="0"] [data-main]'
const rowsShow = (page: Page) => page.locator(FIRST_ROW).waitFor()

const ROWS_SHOW = 'rows show'

/** Text, because it runs in the browser: gathers what the browser reports of the page. */
const OBSERVE = `
  new MutationObserver((_, observer) => {
    if (!document.querySelector('${FIRST_ROW}')) return
    observer.disconnect()
    console.info('${ROWS_SHOW}')
  }).observe(document, { childList: true, subtree: true })
  window.seen = { paintMs: 0, shift: 0, delayMs: 0 }
  const observe = (type, take, options) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options })
  observe('largest-contentful-paint', ({ startTime }) => { seen.paintMs = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value })
  observe('event', ({ name, duration }) => {
    if (['keydown', 'click', 'pointerup'].includes(name)) seen.delayMs = Math.max(seen.delayMs, duration)
  }, { durationThreshold: 16 })`

const FRAMES = 300

/** Text, because it runs in the browser: resolves to how long frames took. */
const SCROLL = `new Promise((resolve) => {
  const frames = []
  let last
  const step = (now) => {
    if (last !== undefined) frames.push(now - last)
    last = now
    scrollBy(0, 600)
    if (frames.length < ${FRAMES}) requestAnimationFrame(step)
    else resolve(frames)
  }
  requestAnimationFrame(step)
})`

const seen = (page: Page) => page.evaluate<{ paintMs: number; shift: number; delayMs: number }>('seen')

interface Opened {
  readonly page: Page
  /** What was transferred since the last call. */
  transferred(): Delivery
}

async function opened(context: BrowserContext, slowdown: number): Promise<Opened> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.addInitScript(OBSERVE)
  if (slowdown > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, transferred: await counted(devtools) }
}

async function counted(devtools: CDPSession): Promise<() => Delivery> {
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
    const delivery = { bytes, requests }
    bytes = requests = 0
    return delivery
  }
}
