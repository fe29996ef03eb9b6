import type { Agent, DeviceClass, Software } from '@shortlink/core'
import Bowser from 'bowser'
import { isAppliance } from './appliance.ts'
import { isProgram } from './is-program.ts'
import { programName } from './program-name.ts'

/** Maximum number of parsed characters; longer strings contain nothing more and could make parsing slow on purpose. */
const MAX_LENGTH = 512

/** Browsers inside apps, which otherwise look like Safari or Chrome. */
const IN_APP: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Instagram', /\bInstagram[ /]([\d.]+)/],
  ['Messenger', /\bFB(?:AN|_IAB)\/(?:Messenger|MessengerForiOS|Orca-Android)\b(?:.*?FBAV\/([\d.]+))?/],
  ['Facebook', /\bFB(?:AN|_IAB|AV)\/(?:.*?FBAV\/)?([\d.]+)?/],
  ['TikTok', /\b(?:musical_ly|BytedanceWebview|TikTok|trill)(?:.*?app_version\/|[_/ ])?([\d.]+)?/],
  ['LinkedIn', /\bLinkedInApp\]?\/?([\d.]+)?/],
  ['Snapchat', /\bSnapchat[ /]([\d.]+)/],
  ['Pinterest', /\bPinterest\/(?:iOS|Android)?[ /]?([\d.]+)?/],
  ['X', /\bTwitter(?: for|Android)[^/]*(?:\/([\d.]+))?/],
  ['LINE', /\bLine\/([\d.]+)/],
  ['WeChat', /\bMicroMessenger\/([\d.]+)/],
  ['Google app', /\bGSA\/([\d.]+)/],
  ['DuckDuckGo', /\b(?:Ddg|DuckDuckGo)\/([\d.]+)/],
  ['Opera Mini', /\bOpera Mini\/([\d.]+)/],
]

const SHORT_NAMES: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
  'NAVER Whale Browser': 'Whale',
  BingCrawler: 'Bingbot',
  Miui: 'MIUI Browser',
}

const WINDOWS: Record<string, string> = {
  'NT 5.1': 'XP',
  'NT 6.0': 'Vista',
  'NT 6.1': '7',
  'NT 6.2': '8',
  'NT 6.3': '8.1',
  'NT 10.0': '10',
}

/** Browsers identify themselves: a client without a user agent is a bot, such as a mail scanner. */
const UNNAMED: Agent = { browser: null, os: null, device: 'bot', bot: true }

type Parsed = ReturnType<typeof Bowser.parse>

/** Browser, operating system and device class of a user agent string. Never throws. */
export function agentOf(userAgent: string | null): Agent {
  const text = userAgent?.slice(0, MAX_LENGTH).trim()
  if (!text) return UNNAMED
  const parsed = Bowser.parse(text)
  const bot = isProgram(text, parsed)
  return {
    browser: bot ? botOf(text, parsed) : browserOf(text, parsed),
    os: osOf(parsed),
    device: deviceOf(text, parsed, bot),
    bot,
  }
}

const software = (name: string | undefined, version: string | undefined): Software | null =>
  name ? { name, version: version || null } : null

function browserOf(text: string, { browser }: Parsed): Software | null {
  for (const [name, pattern] of IN_APP) {
    const match = pattern.exec(text)
    if (match) return software(name, match[1])
  }
  const { name } = browser
  // For unknown browsers the parser returns the first product, which is `Mozilla` in nearly every string.
  if (!name || name === 'Mozilla') return null
  return software(Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name] : name, browser.version)
}

function botOf(text: string, parsed: Parsed): Software | null {
  const program = programName(text)
  return program ? software(program.name, program.version) : browserOf(text, parsed)
}

function osOf({ os: { name, version } }: Parsed): Software | null {
  return software(name, name === 'Windows' && version ? (WINDOWS[version] ?? version) : version)
}

function deviceOf(text: string, { platform, os }: Parsed, bot: boolean): DeviceClass {
  if (bot) return 'bot'
  if (isAppliance(text)) return 'other'
  if (os.name === 'Chrome OS') return 'desktop'
  const { type } = platform
  return type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : 'other'
}
