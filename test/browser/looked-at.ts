import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'

/** WCAG 2.2 AA, as far as axe can tell. */
export async function expectAccessible(page: Page) {
  await loadAxe(page)
  expect(await page.evaluate<readonly string[]>(VIOLATIONS)).toEqual([])
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const OPTIONS = { resultTypes: ['violations'], runOnly: { type: 'tag', values: TAGS } }

/** Text, because it runs in the browser. Only the violations leave it: all results take as much CPU as the look. */
const VIOLATIONS = `axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Loads axe unless an earlier look has. The usual `evaluate` would do so by way of `eval`, which takes five times as long as a look. */
async function loadAxe(page: Page) {
  // A frame may be reloading.
  const typeIn = (frame: Frame) => frame.evaluate<string>('typeof axe').catch(() => 'undefined')
  for (const frame of page.frames()) {
    if ((await typeIn(frame)) === 'object') continue
    if (frame !== page.mainFrame()) await frame.evaluate(AXE).catch(() => {})
    else await evaluateDirectly(page, `${AXE};0`)
  }
}

async function evaluateDirectly(page: Page, expression: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression })
  await session.detach()
}

/**
 * The page is the mirror image of itself where text runs from right to left, as in Arabic, and then scrolls in one direction only. Its words
 * stay those of English.
 */
export async function expectMirrored(page: Page) {
  const controls = () => page.evaluate<readonly Placed[]>(CONTROLS)
  const turn = (direction: 'ltr' | 'rtl') => page.evaluate(`document.documentElement.dir = '${direction}'`)
  // Data that arrives between the two looks adds or moves controls.
  const notMirrored = async () => {
    await turn('ltr')
    const before = await controls()
    await turn('rtl')
    const after = await controls()
    return before.filter(({ start }, at) => Math.abs((after[at]?.end ?? Number.NaN) - start) > 1)
  }
  await expect.poll(notMirrored).toEqual([])
  await expectNoSidewaysScrolling(page)
  await turn('ltr')
}

interface Placed {
  readonly html: string
  /** Pixels from the left edge of the window. */
  readonly start: number
  /** Pixels to its right edge. */
  readonly end: number
}

/** Text, because it runs in the browser. */
const CONTROLS = `[...document.querySelectorAll('nav, h1, h2, a, button, input, select, summary')]
  .map((element) => ({ element, box: element.getBoundingClientRect() }))
  .filter(({ element, box }) => element.checkVisibility() && box.width > 0)
  .map(({ element, box }) => ({
    html: element.outerHTML.slice(0, 200),
    start: box.left,
    end: document.documentElement.clientWidth - box.right,
  }))`

export async function expectNoSidewaysScrolling(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate<{ scrollWidth: number; clientWidth: number }>(
    '({ scrollWidth: document.documentElement.scrollWidth, clientWidth: document.documentElement.clientWidth })',
  )
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
}

/** The landmarks of the page are within the window's width, and none covers another. Fixed bars lie above the page. */
export async function expectLandmarksApart(page: Page) {
  expect(await page.evaluate<readonly string[]>(LANDMARK_FAULTS)).toEqual([])
}

/** Text, because it runs in the browser. */
const LANDMARK_FAULTS = `(() => {
  const isFixed = (element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position)
  const landmarks = [...document.querySelectorAll('nav, main, aside, h1, section[aria-label], form[aria-label], search')]
    .filter((element) => element.checkVisibility() && !element.closest('dialog, [popover]'))
    .map((element) => ({ element, box: element.getBoundingClientRect(), isFixed: isFixed(element) }))
    .filter(({ box }) => box.width > 1 && box.height > 1)
  const nameOf = ({ element }) => element.localName + ' ' + (element.getAttribute('aria-label') ?? '')
  const outside = landmarks.filter(({ box }) => box.left < -1 || box.right > innerWidth + 1)
  const covered = landmarks.flatMap((one, at) =>
    landmarks.slice(at + 1).filter(
      (other) =>
        !one.isFixed && !other.isFixed &&
        !one.element.contains(other.element) && !other.element.contains(one.element) &&
        one.box.left < other.box.right - 1 && other.box.left < one.box.right - 1 &&
        one.box.top < other.box.bottom - 1 && other.box.top < one.box.bottom - 1,
    ).map((other) => nameOf(one) + ' covers ' + nameOf(other)),
  )
  return [...outside.map((one) => nameOf(one) + ' leaves the window'), ...covered]
})()`
