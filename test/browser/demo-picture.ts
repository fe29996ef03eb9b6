import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Browser, Page } from 'playwright-core'
import { TERMINAL_STYLE, terminalWindow } from './terminal-window.ts'

const PHONE = { width: 390, height: 800 }

/** What `npm run demo` prints, and the address that it serves. */
interface Demo {
  readonly said: string
  readonly url: string
}

/** Runs `npm run demo` for the time of the work. Needs port 3000. */
export async function withDemo<T>(work: (demo: Demo) => Promise<T>): Promise<T> {
  const child = spawn('npm', ['run', '--silent', 'demo'], {
    env: { ...process.env, FORCE_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let said = ''
    for await (const chunk of child.stdout) {
      said += chunk
      if (said.includes('Ctrl+C')) break
    }
    const [, url] = /A link +(\S+)\/sale/.exec(said) ?? []
    if (url === undefined) throw new Error(`The demo says ${said}`)
    return await work({ said, url })
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
}

/** One picture of what the demo shows: what it prints of visits, its bio page and a QR code. */
export async function takeDemoPicture(browser: Browser, { said, url }: Demo): Promise<Buffer> {
  const visits = said.slice(said.indexOf('The last 30 days'), said.indexOf('Ask it yourself'))
  return withPage(browser, { width: 1240, height: 600 }, async (page) => {
    const phone = await withPage(browser, PHONE, (bio) => bio.goto(`${url}/bio/ada`).then(() => bio.screenshot()))
    await page.setContent(framed(visits.trim(), phone, await (await fetch(`${url}/sale/qr.svg`)).text()))
    return page.screenshot()
  })
}

async function withPage<T>(
  browser: Browser,
  viewport: { width: number; height: number },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await browser.newPage({ viewport })
  return work(page).finally(() => page.close())
}

const framed = (terminal: string, phone: Buffer, qr: string) => `<style>
  body { margin: 0; height: 600px; display: flex; align-items: center; justify-content: center; gap: 28px; background: #e4e7ee; font-family: sans-serif }
  ${TERMINAL_STYLE}
  /* As high as blocks are, so that bars have no gaps. */
  .terminal pre { line-height: 15.5px }
  .phone { border-radius: 29px; border: 7px solid #10151f; overflow: hidden; background: #10151f }
  .phone img { display: block; width: 250px; border-radius: 22px }
  .qr { background: #fff; border-radius: 14px; padding: 4px 4px 18px; text-align: center; font-size: 13px; color: #434d60 }
  .qr svg { display: block; width: 190px; height: 190px }
</style>
${terminalWindow('npm run demo', terminal)}
<figure class="phone"><img src="data:image/png;base64,${phone.toString('base64')}"></figure>
<figure class="qr">${qr.replace(/^<\?xml.*?\?>/, '')}/sale/qr.svg</figure>`
