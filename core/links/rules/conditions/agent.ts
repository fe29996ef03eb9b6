import { among } from '../condition.ts'

const DEVICES = ['desktop', 'mobile', 'tablet', 'bot', 'other']
const SYSTEMS = ['ios', 'android', 'windows', 'macos', 'linux', 'chromeos']

/** Synonyms of browser names, in the form of `softwareKey`. */
const BROWSER_SYNONYMS: Record<string, string> = {
  samsunginternet: 'samsung',
  samsungbrowser: 'samsung',
  microsoftedge: 'edge',
  msedge: 'edge',
  googlechrome: 'chrome',
  mobilesafari: 'safari',
  mozillafirefox: 'firefox',
  internetexplorer: 'ie',
}

/** The normalised name of a browser or system, for comparison: `Chrome OS` is `chromeos`, `Samsung Internet` is `samsung`. */
function softwareKey(name: string): string {
  const key = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return Object.hasOwn(BROWSER_SYNONYMS, key) ? (BROWSER_SYNONYMS[key] as string) : key
}

const oneOf = (words: readonly string[]) => (alternative: string) => {
  const word = alternative.toLowerCase()
  return words.includes(word) ? word : undefined
}

export const device = among(({ agent }) => agent?.device, `one of ${DEVICES.join(', ')}`, oneOf(DEVICES))

export const os = among(
  ({ agent }) => agent?.os && softwareKey(agent.os.name),
  `one of ${SYSTEMS.join(', ')}`,
  oneOf(SYSTEMS),
)

export const browser = among(
  ({ agent }) => agent?.browser && softwareKey(agent.browser.name),
  'a browser name such as chrome, safari, firefox, edge, opera or samsung',
  (alternative) => (/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u.test(alternative) ? softwareKey(alternative) : undefined),
)
