import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const TOO_LAX = ['--disable-web-security', '--allow-running-insecure-content', '--single-process', '--no-zygote']
/** Options of an emulated graphics card, which takes several times the CPU of drawing without one. */
const EMULATED_GRAPHICS = [
  '--ignore-gpu-blocklist',
  '--in-process-gpu',
  '--use-gl=',
  '--use-angle=',
  '--enable-unsafe-',
]

/** Returns options for a real browser that enforces the rules that pages rely on (same origin, content policy). */
async function launchOptions(): Promise<LaunchOptions> {
  const left = sparticuz.args.filter((arg) => ![...TOO_LAX, ...EMULATED_GRAPHICS].some((no) => arg.startsWith(no)))
  const added = ['--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  // Names of tests resolve to this machine.
  const args = [...left, ...added, '--host-resolver-rules=MAP *.test 127.0.0.1']
  return { executablePath: await unpackBrowser(), args }
}

/** Unpacks the browser, once per machine; two processes must not do so concurrently. */
export const unpackBrowser = (): Promise<string> => sparticuz.executablePath()

/** Opens a browser for the caller, who closes it. */
export async function openBrowser(): Promise<Browser> {
  const options = await launchOptions()
  const launch = () => chromium.launch(options)
  // Retry, since the browser crashed at its start once in some hundred times.
  return launch().catch(launch)
}
