import sparticuz from '@sparticuz/chromium'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

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
  return { executablePath: await unpackBrowser(), args }
}

/** Unpacks the browser, once on a machine; two processes must not do so at once. */
export const unpackBrowser = (): Promise<string> => sparticuz.executablePath()

/** A browser of the caller's own. Close it when done. */
export async function openBrowser(): Promise<Browser> {
  const options = await launchOptions()
  const launch = () => chromium.launch(options)
  // It has crashed while it started, once in some hundred times.
  return launch().catch(launch)
}
