import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** A real browser, with the rules that pages rely on (same origin, content policy) in force. Close it when done. */
export async function openBrowser(): Promise<Browser> {
  const lax = new Set(['--disable-web-security', '--allow-running-insecure-content', '--single-process', '--no-zygote'])
  const args = sparticuz.args.filter((arg) => !lax.has(arg))
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    args: [...args, '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
}
