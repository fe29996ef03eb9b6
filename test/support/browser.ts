import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

const TOO_LAX = ['--disable-web-security', '--allow-running-insecure-content', '--single-process', '--no-zygote']
/** Drawing by an emulated graphics card takes several times the CPU of drawing without one. */
const EMULATED_GRAPHICS = [
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=',
  '--use-angle=',
  '--enable-unsafe-',
]

/** A real browser, with the rules that pages rely on (same origin, content policy) in force. */
async function launchOptions(): Promise<LaunchOptions> {
  const left = sparticuz.args.filter((arg) => ![...TOO_LAX, ...EMULATED_GRAPHICS].some((no) => arg.startsWith(no)))
  const added = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  // Names of tests lead to this machine.
  const args = [...left, ...added, '--host-resolver-rules=MAP *.test 127.0.0.1']
  return { executablePath: await sparticuz.executablePath(), args }
}

/** It has crashed while it started, once in some hundred times. */
const twice = <T>(start: () => Promise<T>): Promise<T> => start().catch(start)

/** A browser of the caller's own. Close it when done. */
export async function openBrowser(): Promise<Browser> {
  const options = await launchOptions()
  return twice(() => chromium.launch(options))
}

/**
 * Serves the browsers of a run, one for each worker: contexts of one browser would share its clipboard. A request to `<url>/<worker>` starts
 * it when it is the worker's first, and is answered with the address to which Playwright connects, or with the reason why there is none.
 */
export async function serveBrowsers(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const browsers = new Map<string, Promise<BrowserServer>>()
  const crashes = new Map<string, string>()
  let isClosing = false

  async function start(worker: string) {
    const options = await launchOptions()
    const started = await twice(() => chromium.launchServer(options))
    started.on('close', () => {
      if (isClosing) return
      const { exitCode, signalCode } = started.process()
      const crash = `The browser of this worker crashed (exit code ${exitCode}, signal ${signalCode}); its other browser tests fail`
      crashes.set(worker, crash)
      process.stderr.write(`${crash}\n`)
    })
    return started
  }

  const addresses = createServer(async ({ url: worker = '' }, response) => {
    const browser = browsers.get(worker) ?? start(worker)
    browsers.set(worker, browser)
    const address = await browser.then((started) => started.wsEndpoint()).catch(String)
    const crash = crashes.get(worker)
    const isUp = crash === undefined && address.startsWith('ws:')
    response.writeHead(isUp ? 200 : 503).end(crash ?? address)
  })
  await new Promise<void>((resolve) => addresses.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(addresses.address() as AddressInfo).port}`,
    async close() {
      isClosing = true
      addresses.close()
      await Promise.allSettled([...browsers.values()].map(async (browser) => (await browser).close()))
    },
  }
}
