import { openBrowser } from '../support/browser.ts'
import { CREATE_MANY, signUp } from './api.ts'
import { onCleanup } from './cleanup.ts'
import { type Delivery, interact, type Load, load, loadBare, type Scrolling, scroll, signedIn } from './dash-browser.ts'
import { HIGH_LIMITS, openFixture } from './fixture.ts'
import { grouped, median } from './numbers.ts'
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
  const loads = (slowdown: number) =>
    repeated(async () => ({
      bareMs: await loadBare(await open(), slowdown),
      ...(await load(await open(), slowdown)),
    }))
  const plain = await loads(1)
  const slow = await loads(SLOWER)
  progress('dash: interactions')
  const delays = await repeated(async () => interact(await open(), SLOWER))
  progress('dash: scrolling')
  const scrolls = await repeated(async () => scroll(await open()))
  return {
    title: 'Dashboard',
    note: `A list of ${grouped(LINKS)} links. Medians of ${LOADS} runs in headless Chromium at 1280 × 800, on the machine of the server, each with an empty cache; times of the page are the browser's own. "${SLOWER} × slower" is Chromium's throttling of the CPU, and "bare" the server's page for an unknown link, which has no script.`,
    figures: [
      ...deliveryFigures('first visit', plain, ({ first }) => first, { kB: 100, requests: 6 }),
      ...deliveryFigures('later visit', plain, ({ later }) => later, { kB: 10 }),
      ...paintFigures('', plain, { paintMs: 300, shift: 0.02 }),
      ...paintFigures(`, ${SLOWER} × slower`, slow, { paintMs: 800, shift: 0.02 }),
      { what: `slowest interaction, ${SLOWER} × slower`, value: median(delays), unit: 'ms', atMost: 100 },
      ...scrollFigures(scrolls),
    ],
  }
}

function deliveryFigures(
  when: string,
  loads: readonly Load[],
  of: (load: Load) => Delivery,
  atMost: { readonly kB: number; readonly requests?: number },
): readonly Figure[] {
  const delivered = loads.map(of)
  return [
    {
      what: `transferred until rows show, ${when}`,
      value: median(delivered.map(({ bytes }) => bytes / 1000)),
      unit: 'kB',
      atMost: atMost.kB,
    },
    {
      what: `requests until rows show, ${when}`,
      value: median(delivered.map(({ requests }) => requests)),
      unit: '',
      atMost: atMost.requests,
    },
  ]
}

const paintFigures = (
  how: string,
  loads: readonly (Load & { readonly bareMs: number })[],
  atMost: { readonly paintMs: number; readonly shift: number },
): readonly Figure[] => [
  {
    what: `largest contentful paint${how}`,
    value: median(loads.map(({ paintMs }) => paintMs)),
    unit: 'ms',
    atMost: atMost.paintMs,
  },
  {
    what: `largest contentful paint vs. bare${how}`,
    value: median(loads.map(({ paintMs, bareMs }) => paintMs / bareMs)),
    unit: '×',
  },
  { what: `layout shift${how}`, value: median(loads.map(({ shift }) => shift)), unit: '', atMost: atMost.shift },
]

const scrollFigures = (scrolls: readonly Scrolling[]): readonly Figure[] => [
  {
    what: 'frame while scrolling, p95',
    value: median(scrolls.map(({ frameMs }) => frameMs)),
    unit: 'ms',
    atMost: 34,
  },
  {
    what: 'requests while scrolling',
    value: Math.max(...scrolls.map(({ requests }) => requests)),
    unit: '',
    atMost: 0,
  },
]

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
