import type { Handler } from '../handler.ts'
import { conditionalResponse } from '../response/conditional.ts'
import { acceptedCoding } from '../response/content-coding.ts'
import { text } from '../response/responses.ts'
import { byMethod } from '../route-table.ts'
import { type BuiltFile, builtFiles, SHELL } from './built-files.ts'
import { type DashAddresses, dashHost } from './hosts.ts'

export interface DashOptions extends DashAddresses {
  /** The folder of the build. */
  readonly folder: string
  readonly notFound: Handler
  /** The origins that may embed the page of shared statistics, by the token in its path. */
  readonly embeddedBy: (token: string) => Promise<readonly string[]>
}

/**
 * Content security policy of the page: its own files and GraphQL, no inline script, and no markup from scripts. Previews
 * of bio pages have a frame with a separate policy, see {@link PREVIEW_HEADERS}.
 */
const policy = (frameAncestors: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

const COMMON_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding',
}
const SHELL_HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'no-cache',
  'content-security-policy': policy("'none'"),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
}
/** Names of assets have a hash of their content. */
const ASSET_HEADERS = { ...COMMON_HEADERS, 'cache-control': 'public, max-age=31536000, immutable' }
const FILE_HEADERS = { ...COMMON_HEADERS, 'cache-control': 'no-cache' }

/** Shared statistics, whose URL is a secret: no search engine lists it, and no site that a reader goes to learns it. */
const SHARED_HEADERS = { ...SHELL_HEADERS, 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' }

/**
 * An empty page in a frame that the editor fills with a preview of a bio page: pictures of any host, styles of any color, no script. A frame
 * by `srcdoc` would have the policy of the dashboard, which then had to allow all this, too.
 */
const PREVIEW_HEADERS = {
  ...COMMON_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin",
  'referrer-policy': 'no-referrer',
}

const ROOT = '/dash/'
const PREVIEW = 'bio-preview'
const SHARED = 'shared/'
const ASSETS = 'assets/'

/** `GET /dash` and all below: the files of the dashboard, and its one page at every other path. */
export function createDash({ folder, notFound, embeddedBy, ...addresses }: DashOptions): Handler {
  const files = builtFiles(folder)
  return byMethod({
    async GET(request, context) {
      const url = URL.parse(request.url)
      const host = url ? dashHost(addresses, url.hostname) : 'none'
      if (!url || host === 'none') return notFound(request, context)
      const { pathname, search } = url
      if (host === 'elsewhere') return movedTo(new URL(pathname + search, addresses.appUrl))
      const built = await files()
      if (built === undefined) return NOT_BUILT()
      const name = pathname.startsWith(ROOT) ? pathname.slice(ROOT.length) : ''
      if (name === PREVIEW) return new Response('<!doctype html>', { headers: PREVIEW_HEADERS })
      const file = name === SHELL ? undefined : built.get(name)
      if (file) return answer(request, file, name.startsWith(ASSETS) ? ASSET_HEADERS : FILE_HEADERS)
      // A missing asset belongs to another release: the page reloads. The shell would be taken for a script.
      if (name.startsWith(ASSETS)) return notFound(request, context)
      const shell = built.get(SHELL) as BuiltFile
      if (!name.startsWith(SHARED)) return answer(request, shell, SHELL_HEADERS)
      const origins = await embeddedBy(name.slice(SHARED.length))
      const embeddable = { ...SHARED_HEADERS, 'content-security-policy': policy(origins.join(' ')) }
      return answer(request, shell, origins.length === 0 ? SHARED_HEADERS : embeddable)
    },
  })
}

function answer(request: Request, { type, etag, bodies }: BuiltFile, headers: Readonly<Record<string, string>>) {
  const coding = acceptedCoding(request.headers.get('accept-encoding'), ['br', 'gzip'])
  const compressed = coding && bodies[coding]
  return conditionalResponse(
    request,
    compressed ?? bodies.identity,
    { ...headers, 'content-type': type, ...(compressed ? { 'content-encoding': coding } : {}) },
    compressed ? etag.replace(/"$/, `-${coding}"`) : etag,
  )
}

const movedTo = ({ href }: URL) => new Response(null, { status: 302, headers: { location: href } })

const NOT_BUILT = () => text(503, 'The dashboard is not built. Run: npm run build\n', { 'cache-control': 'no-store' })
