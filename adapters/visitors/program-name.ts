/** URLs and email addresses; their words name no program. */
const ADDRESS = /\+?\b(?:https?:\/\/|www\.)[^\s;,)]*|\+\S+|\b[\w.+-]{1,64}@[\w.-]+/gi

/** A name and possibly its version: `Googlebot/2.1`, `bingbot 2.0`. */
const PRODUCT = /\b([a-z][\w.-]{0,63})(?:[/ ]v?(\d[\w.]*))?/gi
const BOT_WORD = /bot|crawler|spider|preview|externalhit|ms-?office/i
/** Words for a kind of program, not for a specific one. */
const KIND = /^(?:ro)?bots?$|^(?:web)?(?:crawler|spider)s?$|^preview$/i
/** Names that browsers use, and programs that imitate them. */
const DISGUISE =
  /^(?:Mozilla|AppleWebKit|KHTML|Gecko|Chrome|Safari|Firefox|Version|Mobile|Edge?|OPR|Opera|Presto|Trident|MSIE|Build|rv|Windows|NT|Linux|Android|iPhone|CPU|OS|Mac|X11|Intel|U|http\.rb)$/i

/** The leading words before a version, a separator, or the end. */
const LEADING = /^([a-z][\w.-]*(?: [a-z][\w.-]*){0,4}?)(?:[/ ]v?(\d[\w.]*)|\s*[;,(]|$)/i
/** The same behind `compatible`. */
const COMPATIBLE = /\bcompatible; ?([a-z][\w.-]*(?: [a-z][\w.-]*){0,4}?)(?:[/ ]v?(\d[\w.]*)|\s*[;,()])/i
const MAX_NAME_LENGTH = 64

export interface ProgramName {
  readonly name: string
  readonly version: string | undefined
}

/** The name and version that a program gives in its user agent; undefined if it has none. */
export function programName(userAgent: string): ProgramName | undefined {
  const text = userAgent.replace(ADDRESS, ' ').trim()
  const named = [...text.matchAll(PRODUCT)].map(([, name = '', version]) => ({ name, version })).filter(isTelling)
  const bots = named.filter(({ name }) => BOT_WORD.test(name))
  return (
    bots.find(({ version }) => version !== undefined) ??
    bots[0] ??
    led(COMPATIBLE, text) ??
    led(LEADING, text.replace(/^Mozilla\/[\d.]+ /, '')) ??
    named.find(({ version }) => version !== undefined)
  )
}

function led(pattern: RegExp, text: string): ProgramName | undefined {
  const [, name = '', version] = pattern.exec(text) ?? []
  return name !== '' && name.length <= MAX_NAME_LENGTH && isTelling({ name }) ? { name, version } : undefined
}

const isTelling = ({ name }: { readonly name: string }) => !KIND.test(name) && !DISGUISE.test(name)
