import { type App, anonymous, type BioPage, getBioPage } from '@shortlink/core'
import { conditional } from './conditional.ts'
import { refusal } from './error-reply.ts'
import type { HttpReply, HttpRequest } from './http-message.ts'
import { bioPage } from './pages/bio-page.ts'
import { pageHeaders } from './pages/document.ts'

export interface BioPageParts {
  readonly app: App
  /** The public address of the service, without a path. */
  readonly baseUrl: string
  readonly isBot: (userAgent: string | null) => boolean
  /** Called at every view, by programs too; not for `HEAD`, nor for browsers that load ahead. */
  readonly onView: (page: BioPage, view: { readonly bot: boolean }) => void
}

/** `GET /bio/<slug>`: the page that the public sees. It is asked for anew each time, and sent again only if it changed. */
export const createBioPageRoute =
  ({ app, baseUrl, isBot, onView }: BioPageParts) =>
  async (request: HttpRequest): Promise<HttpReply> => {
    const slug = slugOf(request.path)
    const owner = typeof request.host === 'object' ? request.host.owner : undefined
    const found = await app.run(getBioPage, anonymous, { slug, owner })
    if (found.isErr()) return refusal(request, found.error)
    const page = found.value
    if (isView(request)) onView(page, { bot: isBot(request.header('user-agent')) })
    return conditional(request, {
      status: 200,
      headers: { ...pageHeaders(page.theme), 'cache-control': 'no-cache' },
      body: bioPage(page, `${baseUrl}/bio/${page.slug}`),
    })
  }

/** A slug has no character that is ever escaped, so an escape that cannot be read is simply no slug. */
function slugOf(path: string): string {
  const written = path.slice('/bio/'.length).replace(/\/$/, '')
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

const isView = (request: HttpRequest) =>
  request.method === 'GET' &&
  !/prefetch|preview/i.test(request.header('sec-purpose') ?? request.header('purpose') ?? '')
