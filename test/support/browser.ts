import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** Unpacks the browser where it is not yet. Two processes at once would each start what the other has half written. */
export const unpackBrowser = (): Promise<string> => sparticuz.executablePath()

/**
 * A real browser, with the rules that pages rely on (same origin, content policy) in force. Close it when done.
 * @param more further arguments of Chromium
 */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const lax = new Set(['--disable-web-security', '--allow-running-insecure-content', '--single-process', '--no-zygote'])
  const args = sparticuz.args.filter((arg) => !lax.has(arg))
  const executablePath = await unpackBrowser()
  const launch = () =>
    chromium.launch({
      executablePath,
      args: [...args, '--disable-background-networking', '--disable-component-update', '--disable-sync', ...more],
    })
  // It has crashed while it started, once in some hundred times.
  return launch().catch(launch)
}
