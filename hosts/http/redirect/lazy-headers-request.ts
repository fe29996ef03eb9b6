import { IncomingMessage } from '../node-http.ts'

/**
 * The headers that the redirect, the request guard and node:http itself read. Repeated ones are joined by commas. Headers that only
 * requests with a body have are not declared: node:http recognises such requests by the presence of the property.
 */
class HotHeaders {
  [name: string]: string | undefined
  host: string | undefined = undefined
  accept: string | undefined = undefined
  expect: string | undefined = undefined
  referer: string | undefined = undefined
  purpose: string | undefined = undefined
  dnt: string | undefined = undefined
  'sec-gpc': string | undefined = undefined
  'x-moz': string | undefined = undefined
  'x-purpose': string | undefined = undefined
  'user-agent': string | undefined = undefined
  'sec-purpose': string | undefined = undefined
  'accept-language': string | undefined = undefined
  'x-forwarded-for': string | undefined = undefined
}

/** The names to pick, as browsers and as proxies write them, by length and first letter, which no two of them share. */
const WANTED: (readonly [canonical: string, name: string] | undefined)[] = Array.from({ length: 1024 })
for (const name of [
  'Dnt',
  'Host',
  'Accept',
  'Expect',
  'Referer',
  'Purpose',
  'Sec-Gpc',
  'X-Moz',
  'X-Purpose',
  'User-Agent',
  'Sec-Purpose',
  'Content-Length',
  'Accept-Language',
  'X-Forwarded-For',
  'Transfer-Encoding',
]) {
  WANTED[slotOf(name)] = [name, name.toLowerCase()]
}

function slotOf(name: string) {
  // The mask removes the case bit of letters.
  return (name.length << 5) | (name.charCodeAt(0) & 31)
}

/**
 * A request that parses only the few headers that the redirect uses, until all are requested. node:http parses `headers` of every request,
 * and sorting all headers of a browser into an object costs a tenth of a redirect: without this class the redirecting thread took
 * 1.12 times the CPU (schedstat, flat out, median of 8 alternating rounds).
 */
export class LazyHeadersRequest extends IncomingMessage {
  private hot: HotHeaders | undefined = undefined
  private isComplete = false

  static {
    const all = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers')?.get as () => unknown
    Object.defineProperty(LazyHeadersRequest.prototype, 'headers', {
      get(this: LazyHeadersRequest) {
        if (this.isComplete) return all.call(this)
        this.hot ??= pick(this.rawHeaders)
        return this.hot
      },
    })
  }

  /** Makes `headers` return all headers from now on; a replaced host stays. */
  useAllHeaders() {
    const host = this.hot?.host
    this.isComplete = true
    if (host !== undefined) this.headers.host = host
  }
}

function pick(raw: readonly string[]): HotHeaders {
  const hot = new HotHeaders()
  for (let at = 0; at < raw.length; at += 2) {
    const found = raw[at] as string
    const wanted = WANTED[slotOf(found)]
    if (wanted === undefined) continue
    const name = wanted[1]
    if (found !== wanted[0] && found.toLowerCase() !== name) continue
    const before = hot[name]
    hot[name] = before === undefined ? raw[at + 1] : `${before}, ${raw[at + 1]}`
  }
  return hot
}
