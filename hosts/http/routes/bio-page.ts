import { type App, anonymous, type BioPage, getBioPage } from '@shortlink/core'
import type { RequestContext } from '../handler.ts'
import { conditionalResponse } from '../response/conditional.ts'
import { domainErrorResponse } from '../response/error-response.ts'
import { bioPageHeaders } from '../response/page-headers.ts'

export interface BioPageParts {
  readonly app: App
  /** The public URL of the service, without a path. */
  readonly baseUrl: string
  readonly isBot: (userAgent: string | null) => boolean
  /** Called for each view, including views by bots; not for `HEAD` and not for prefetches. */
  readonly onView: (page: BioPage, view: { readonly bot: boolean }) => void
}

/** `GET /bio/<slug>`: the public page. Clients revalidate it each time, and receive the body again only if it changed. */
export const createBioPageRoute =
  ({ app, baseUrl, isBot, onView }: BioPageParts) =>
  async (request: Request, { host, params }: RequestContext): Promise<Response> => {
    const slug = decoded(params.slug ?? '')
    const owner = typeof host === 'object' ? host.owner : undefined
    const found = await app.run(getBioPage, anonymous, { slug, owner })
    if (found.isErr()) return domainErrorResponse(request, found.error)
    const page = found.value
    if (isView(request)) onView(page, { bot: isBot(request.headers.get('user-agent')) })
    // Loaded at the first view: a redirect needs none of it.
    const { bioAddress, bioPage } = await import('../pages/bio-page.ts')
    return conditionalResponse(request, bioPage(page, bioAddress(baseUrl, page.slug)), bioPageHeaders(page))
  }

/** An invalid escape stays unchanged: slugs have no character that needs one, so the page is then not found. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}

const isView = ({ method, headers }: Request) =>
  method === 'GET' && !/prefetch|preview/i.test(headers.get('sec-purpose') ?? headers.get('purpose') ?? '')
