import { isPreviewAgent } from '@shortlink/core/adapter'
import Bowser from 'bowser'
import { isbot } from 'isbot'
import { isAppliance } from './appliance.ts'

const BROWSERS: ReadonlySet<string | undefined> = new Set(Object.values(Bowser.BROWSER_MAP))

/** Office fetches a link before it hands it to the browser, partly under the name of an old one. */
const OFFICE = /\bms-?office\b|\bMicrosoft (?:Office|Word|Excel|PowerPoint|OneNote|Outlook|Access|Visio)\b/i

/** What nearly every browser starts with, so that pages take it for one. */
const BROWSER_START = /^(?:Mozilla|Opera)\/\d/
/** Browsers for text or for old phones, which start with a name of their own or have an engine of their own. */
const PLAIN_BROWSER =
  /^(?:Lynx|w3m|Links|ELinks|Dillo|NetSurf|UCWEB)\b|\b(?:Konqueror|NetSurf|Dillo|Dolfin|UCBrowser)\/|\bMIDP-\d/

/**
 * The model of an Android device, whose name may have any word in it: one of several words, or one that its build follows. Programs
 * give their names further behind.
 */
const ANDROID_MODEL = /(\bAndroid [\d.]+; (?:[a-z]{2}[-_][a-z]{2}; )?)(?:[^;()/]+ [^;()/]+|[^;()/ ]+ (?=Build\/))/i

/** Whether a user agent, which is not empty, is that of a program that no person browses with. What names no browser is one. */
export const isProgram = (userAgent: string, parsed: ReturnType<typeof Bowser.parse>): boolean =>
  isbot(userAgent.replace(ANDROID_MODEL, '$1K ')) ||
  OFFICE.test(userAgent) ||
  isPreviewAgent(userAgent) ||
  !namesBrowser(userAgent, parsed)

const namesBrowser = (userAgent: string, { browser, engine }: ReturnType<typeof Bowser.parse>) =>
  PLAIN_BROWSER.test(userAgent) ||
  (BROWSER_START.test(userAgent) && (engine.name !== undefined || BROWSERS.has(browser.name) || isAppliance(userAgent)))
