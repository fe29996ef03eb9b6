/** Shortlink in a Next.js app, as `app/go/[slug]/route.ts`: `GET /go/<slug>` follows a link, `POST /go/graphql` is the API. */
import { openShortlink } from '@shortlink/hosts'
import { graphqlHandler, redirectHandler } from '@shortlink/hosts/http'

const settings = {
  DATA_DIR: process.env.DATA_DIR ?? './data',
  BASE_URL: process.env.BASE_URL ?? 'http://localhost:3000/go',
}
const own = globalThis as typeof globalThis & { shortlink?: ReturnType<typeof openShortlink> | undefined }

/** Opens shortlink on the first request and shares it between all copies of this module. */
function shortlink() {
  own.shortlink ??= openShortlink(settings).catch((error) => {
    // Let the next request retry.
    own.shortlink = undefined
    throw error
  })
  return own.shortlink
}

interface Context {
  readonly params: Promise<{ slug: string }>
}

/** The client IP address that the proxy appended. */
const clientOf = ({ headers }: Request) => headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() ?? ''

export async function GET(request: Request, { params }: Context) {
  return redirectHandler(await shortlink())(request, (await params).slug, clientOf(request))
}

export async function POST(request: Request, { params }: Context) {
  if ((await params).slug !== 'graphql') return new Response('Not found', { status: 404 })
  return graphqlHandler(await shortlink())(request, clientOf(request))
}
