import { isPreviewAgent } from '@shortlink/core/adapter'
import Bowser from 'bowser'
import { isbot } from 'isbot'
import { isAppliance } from './appliance.ts'

const BROWSERS: ReadonlySet<string | undefined> = new Set(Object.values(Bowser.BROWSER_MAP))

/** Office fetches a link before it hands it to the browser, partly under the name of an old one. */
const OFFICE = /\bms-?office\b|\bMicrosoft (?:Office|Word|Excel|PowerPoint|OneNote|Outlook|Access|Visio)\b/i

/** Start of nearly every browser's user agent, so that pages accept it as a browser. */
const BROWSER_START = /^(?:Mozilla|Opera)\/\d/
/** Text browsers and browsers for old phones, with a distinct name at the start or a distinct engine. */
const PLAIN_BROWSER =
  /^(?:Lynx|w3m|Links|ELinks|Dillo|NetSurf|UCWEB)\b|\b(?:Konqueror|NetSurf|Dillo|Dolfin|UCBrowser)\/|\bMIDP-\d/

/**
 * The model of an Android device, with a name that may contain any word: one of several words, or one that its build follows. Bots give
 * their names after it.
 */
const ANDROID_MODEL = /(\bAndroid [\d.]+; (?:[a-z]{2}[-_][a-z]{2}; )?)(?:[^;()/]+ [^;()/]+|[^;()/ ]+ (?=Build\/))/i

/** Whether a user agent, which is not empty, belongs to a program that no person browses with. A user agent without a browser name does. */
export const isProgram = (userAgent: string, parsed: ReturnType<typeof Bowser.parse>): boolean =>
  isbot(userAgent.replace(ANDROID_MODEL, '$1K ')) ||
  OFFICE.test(userAgent) ||
  isPreviewAgent(userAgent) ||
  !namesBrowser(userAgent, parsed)

const namesBrowser = (userAgent: string, { browser, engine }: ReturnType<typeof Bowser.parse>) =>
  PLAIN_BROWSER.test(userAgent) ||
  (BROWSER_START.test(userAgent) && (engine.name !== undefined || BROWSERS.has(browser.name) || isAppliance(userAgent)))
