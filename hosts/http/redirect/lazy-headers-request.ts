import { IncomingMessage } from 'node:http'

/**
 * The headers that the redirect, the gate, or node:http itself looks at. Those that come twice are joined by commas. What only requests
 * with a body have is not declared: node:http tells them by whether the property is there.
 */
class HotHeaders {
  [name: string]: string | undefined
  host: string | undefined = undefined
  accept: string | undefined = undefined
  expect: string | undefined = undefined
  referer: string | undefined = undefined
  purpose: string | undefined = undefined
  'x-moz': string | undefined = undefined
  'x-purpose': string | undefined = undefined
  'user-agent': string | undefined = undefined
  'sec-purpose': string | undefined = undefined
  'accept-language': string | undefined = undefined
  'x-forwarded-for': string | undefined = undefined
}

/** What is wanted, by length and first letter, which no two of them share: as browsers write it, and as proxies do. */
const WANTED: (readonly [canonical: string, name: string] | undefined)[] = Array.from({ length: 1024 })
for (const name of [
  'Host',
  'Accept',
  'Expect',
  'Referer',
  'Purpose',
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
  // The bit is what tells capital letters from small ones.
  return (name.length << 5) | (name.charCodeAt(0) & 31)
}

/**
 * A request whose headers are only the few that the redirect looks at, until all are asked for. node:http reads `headers` of every
 * request, and to sort all that a browser sends into an object costs a tenth of a redirect.
 */
export class LazyHeadersRequest extends IncomingMessage {
  private few: HotHeaders | undefined = undefined
  private all = false

  static {
    const all = Object.getOwnPropertyDescriptor(IncomingMessage.prototype, 'headers')?.get as () => unknown
    Object.defineProperty(LazyHeadersRequest.prototype, 'headers', {
      get(this: LazyHeadersRequest) {
        if (this.all) return all.call(this)
        this.few ??= pick(this.rawHeaders)
        return this.few
      },
    })
  }

  /** From now on `headers` are all of them; a host that was put in place of the one sent stays. */
  useAllHeaders() {
    const host = this.few?.host
    this.all = true
    if (host !== undefined) this.headers.host = host
  }
}

function pick(raw: readonly string[]): HotHeaders {
  const few = new HotHeaders()
  for (let at = 0; at < raw.length; at += 2) {
    const found = raw[at] as string
    const wanted = WANTED[slotOf(found)]
    if (wanted === undefined) continue
    const name = wanted[1]
    if (found !== wanted[0] && found.toLowerCase() !== name) continue
    const before = few[name]
    few[name] = before === undefined ? raw[at + 1] : `${before}, ${raw[at + 1]}`
  }
  return few
}
