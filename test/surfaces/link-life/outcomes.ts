/** A case of what a visitor gets, and the request that proves it. */
export interface Outcome {
  readonly name: string
  /** Case and response as in docs/links.md. Cases that only refine another have none. */
  readonly row?: readonly [when: string, answer: string]
  /** Given to `updateShortlinks`. */
  readonly changes?: object
  readonly unknown?: boolean
  /** Whether an operator has disabled it. */
  readonly blocked?: boolean
  /** Path and query behind the slug. */
  readonly path?: string
  readonly request?: { readonly method?: string; readonly headers?: Record<string, string>; readonly body?: string }
  readonly expected: {
    readonly status: number
    readonly location?: string
    readonly headers?: Record<string, string>
    readonly contains?: readonly string[]
    readonly lacks?: readonly string[]
  }
  /** The password given to `targetUrl`. */
  readonly password?: string
  /** What `targetUrl` gives; left out where the redirect alone has the case. */
  readonly target?: string
}

const FALLBACK = 'https://fallback.example/'
const PAST = '2020-01-01T00:00:00Z'
const FUTURE = '2100-01-01T00:00:00Z'
const PREVIEW = { title: 'A <title>', description: 'A "description"', image: 'https://img.example/i.png' }
const PREVIEWER = { 'user-agent': 'facebookexternalhit/1.1' }
const BOT = { 'user-agent': 'Googlebot/2.1' }
const PLAIN = { accept: '*/*' }
const NOT_KEPT = { 'cache-control': 'private, no-store' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const DRAWN = { status: 200, headers: { 'content-type': 'image/svg+xml' }, contains: ['<svg'] }
const unused = { fallbackTarget: FALLBACK }

export const OUTCOMES: readonly Outcome[] = [
  {
    name: 'unknown',
    row: ['unknown or deleted', '404 `Target not found`'],
    unknown: true,
    expected: { status: 404, contains: ['Target not found'] },
    target: 'NOT_FOUND Target not found',
  },
  {
    name: 'blocked',
    row: [
      'disabled by the operator, or the target is on a [blocked host](operating.md#block-hosts)',
      '410 `Link disabled`',
    ],
    changes: { ...unused, enabled: false },
    blocked: true,
    expected: { status: 410, contains: ['Link disabled'] },
    target: 'NOT_FOUND Link disabled',
  },
  {
    name: 'not enabled',
    row: ['not enabled, or before `startsAt`', '302 to `fallbackTarget`, else 404 `Target not found`'],
    changes: { enabled: false },
    expected: { status: 404, contains: ['Target not found'] },
    target: 'NOT_FOUND Target not found',
  },
  {
    name: 'not enabled and has a fallback',
    changes: { enabled: false, expiresAt: PAST, forwardQuery: true, ...unused },
    path: '?a=1',
    expected: { status: 302, location: FALLBACK, headers: NOT_KEPT },
    target: 'NOT_FOUND Target not found',
  },
  {
    name: 'not open yet',
    changes: { startsAt: FUTURE },
    expected: { status: 404 },
    target: 'NOT_FOUND Target not found',
  },
  {
    name: 'not open yet and has a fallback',
    changes: { startsAt: FUTURE, ...unused },
    expected: { status: 302, location: FALLBACK },
  },
  {
    name: 'expired',
    row: ['after `expiresAt`, or over `maxVisits`', '302 to `fallbackTarget`, else 410 `Link expired`'],
    changes: { expiresAt: PAST, password: 'open sesame', maxVisits: 5 },
    expected: { status: 410, contains: ['<h1>Link expired</h1>'] },
    target: 'NOT_FOUND Link expired',
  },
  {
    name: 'expired and has a fallback',
    changes: { expiresAt: PAST, ...unused },
    expected: { status: 302, location: FALLBACK },
    target: 'NOT_FOUND Link expired',
  },
  {
    name: 'expired, for a program',
    changes: { expiresAt: PAST, preview: PREVIEW },
    request: { headers: { ...PLAIN, ...PREVIEWER } },
    expected: { status: 410, contains: ['Link expired'], lacks: ['<'] },
  },
  // The first visits of the test use it up.
  {
    name: 'used up',
    changes: { maxVisits: 1 },
    expected: { status: 410, contains: ['Link expired'] },
    target: 'NOT_FOUND Link expired',
  },
  {
    name: 'used up and has a fallback',
    changes: { maxVisits: 1, ...unused },
    expected: { status: 302, location: FALLBACK },
  },
  {
    name: 'given a preview, for a network that shows it',
    row: ['with a `preview`, requested by a social network or messenger', '200, a page with the preview and no target'],
    changes: { preview: PREVIEW, password: 'open sesame', maxVisits: 5 },
    request: { headers: PREVIEWER },
    expected: {
      status: 200,
      headers: { 'cache-control': 'private, max-age=300' },
      contains: [
        '<meta property="og:title" content="A &lt;title&gt;">',
        '<meta property="og:description" content="A &quot;description&quot;">',
        '<meta property="og:image" content="https://img.example/i.png">',
        '<meta name="twitter:card" content="summary_large_image">',
        '<link rel="canonical" href="https://sho.rt/outcome-',
      ],
      lacks: ['A <title>'],
    },
  },
  {
    name: 'without a preview, for a network that would show it',
    changes: { redirectStatus: 301 },
    request: { headers: PREVIEWER },
    expected: { status: 301, location: 'https://target.example/' },
  },
  {
    name: 'limited, for a bot',
    row: [
      'with `maxVisits`, requested by a bot, HEAD or prefetch',
      "200, a page with only the preview's title; uses no visit",
    ],
    changes: { maxVisits: 1, password: 'open sesame', preview: PREVIEW },
    request: { headers: { ...PLAIN, ...BOT } },
    expected: {
      status: 200,
      headers: { 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' },
      contains: ['A &lt;title&gt;'],
      lacks: ['description&quot;', 'img.example'],
    },
  },
  {
    name: 'limited, for a scanner of mails without a user agent',
    changes: { maxVisits: 1 },
    request: { headers: { 'user-agent': '' } },
    expected: { status: 200, headers: { 'cache-control': 'no-store' } },
  },
  {
    name: 'limited, for Word',
    changes: { maxVisits: 1 },
    request: {
      headers: { 'user-agent': 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Trident/7.0; ms-office)' },
    },
    expected: { status: 200, headers: { 'cache-control': 'no-store' } },
  },
  { name: 'limited, for HEAD', changes: { maxVisits: 1 }, request: { method: 'HEAD' }, expected: { status: 200 } },
  {
    name: 'limited, for a prefetch',
    changes: { maxVisits: 1 },
    request: { headers: { 'sec-purpose': 'prefetch' } },
    expected: { status: 200, headers: { 'cache-control': 'no-store' } },
  },
  {
    name: 'given a password',
    row: ['with a `password`', '200, the password page; 403 `Password required` for programs'],
    changes: { password: 'open sesame', preview: PREVIEW },
    path: '?a=1',
    expected: {
      status: 200,
      headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
      contains: ['<form method="post">', 'A &lt;title&gt;'],
      lacks: ['description&quot;', '<script', '?a=1'],
    },
    target: 'FORBIDDEN Password required',
  },
  {
    name: 'given a password, for a program',
    changes: { password: 'open sesame' },
    request: { headers: PLAIN },
    expected: { status: 403, contains: ['Password required'], lacks: ['<'] },
  },
  {
    name: 'given a password, for HEAD',
    changes: { password: 'open sesame' },
    request: { method: 'HEAD' },
    expected: { status: 200, headers: { 'cache-control': 'no-store' } },
  },
  {
    name: 'posted a wrong password',
    row: ['with a `password`, a wrong one submitted', '403, the password page again; uses no visit'],
    changes: { password: 'open sesame', maxVisits: 1 },
    request: { method: 'POST', headers: FORM, body: 'password=open%20says%20me' },
    expected: {
      status: 403,
      headers: { 'cache-control': 'no-store' },
      contains: ['Wrong password', '<form method="post">'],
    },
    password: 'open says me',
    target: 'FORBIDDEN Wrong password',
  },
  {
    name: 'posted a wrong password, by a program',
    changes: { password: 'open sesame' },
    request: { method: 'POST', headers: { ...PLAIN, ...FORM }, body: '' },
    expected: { status: 403, contains: ['Wrong password'], lacks: ['<'] },
  },
  {
    name: 'posted its password',
    row: ['with a `password`, the right one submitted', '303 to the target'],
    changes: { password: 'open sesame', forwardPath: true, forwardQuery: true, redirectStatus: 308 },
    path: '/p?a=1',
    request: { method: 'POST', headers: FORM, body: 'password=open+sesame' },
    expected: { status: 303, location: 'https://target.example/p?a=1', headers: NOT_KEPT },
    password: 'open sesame',
    target: 'https://target.example/',
  },
  {
    name: 'posted its password by the page of another site',
    changes: { password: 'open sesame' },
    request: {
      method: 'POST',
      headers: { ...FORM, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      body: 'password=open+sesame',
    },
    expected: { status: 403, contains: ['another site'] },
  },
  {
    name: 'posted its password by the page of another site, in a browser that names the origin alone',
    changes: { password: 'open sesame' },
    request: { method: 'POST', headers: { ...FORM, origin: 'https://evil.example' }, body: 'password=open+sesame' },
    expected: { status: 403, contains: ['another site'] },
  },
  {
    name: 'posted its password by its own page',
    changes: { password: 'open sesame' },
    request: {
      method: 'POST',
      headers: { ...FORM, 'sec-fetch-site': 'same-origin', origin: 'null' },
      body: 'password=open+sesame',
    },
    expected: { status: 303, location: 'https://target.example/' },
  },
  {
    name: 'without a password, and a form is posted',
    changes: { redirectStatus: 307 },
    request: { method: 'POST', headers: FORM, body: 'password=open+sesame' },
    expected: { status: 405, headers: { allow: 'GET, HEAD' } },
  },
  {
    name: 'expired, and its password is posted',
    changes: { password: 'open sesame', expiresAt: PAST, ...unused },
    request: { method: 'POST', headers: FORM, body: 'password=open+sesame' },
    expected: { status: 405 },
  },
  {
    name: 'posted a password as JSON',
    changes: { password: 'open sesame' },
    request: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"password":"open sesame"}' },
    expected: { status: 415 },
  },
  {
    name: 'posted more than a form has',
    changes: { password: 'open sesame' },
    request: { method: 'POST', headers: FORM, body: `password=open+sesame&more=${'x'.repeat(4096)}` },
    expected: { status: 413 },
  },
  {
    name: 'open',
    row: ['live', 'the `redirectStatus`, to the target of the first matching rule, or the link’s own'],
    changes: { redirectStatus: 308, utm: { source: 'mail' }, ...unused },
    expected: {
      status: 308,
      location: 'https://target.example/?utm_source=mail',
      headers: { 'cache-control': 'private, max-age=60' },
    },
    target: 'https://target.example/?utm_source=mail',
  },
  {
    name: 'open for a time',
    changes: { redirectStatus: 301, startsAt: PAST, expiresAt: FUTURE },
    expected: { status: 301, location: 'https://target.example/', headers: NOT_KEPT },
  },
  {
    name: 'forwarding',
    changes: { forwardPath: true, forwardQuery: true, utm: { source: 'mail' } },
    path: '/a%2Fb/c?utm_source=x&d=%20',
    expected: { status: 302, location: 'https://target.example/a%2Fb/c?utm_source=mail&d=%20' },
    target: 'https://target.example/?utm_source=mail',
  },
  { name: 'forwarding, at its QR code', changes: { forwardPath: true }, path: '/qr.svg', expected: { status: 200 } },
  { name: 'not enabled, at its QR code', changes: { enabled: false }, path: '/qr.svg', expected: DRAWN },
  { name: 'expired, at its QR code', changes: { expiresAt: PAST, ...unused }, path: '/qr', expected: DRAWN },
  { name: 'used up, at its QR code', changes: { maxVisits: 1 }, path: '/qr.svg', expected: DRAWN },
  { name: 'not forwarding, with a path', changes: { redirectStatus: 307 }, path: '/more', expected: { status: 404 } },
]
