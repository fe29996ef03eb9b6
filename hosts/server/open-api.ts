import { conditionalResponse } from '../http/response/conditional.ts'
import { docsPageHeaders } from '../http/response/page-headers.ts'
import { byMethod, type RouteTable } from '../http/route-table.ts'
import { lazily } from '../kit/lazily.ts'
import { VERSION } from '../kit/version.ts'

/** The OpenAPI document of the REST API, and a page of it. Both are made at the first request, from the table of operations. */
export function openApiRoutes(baseUrl: string): RouteTable {
  const documented = lazily(async () => {
    const [{ openApiDocument }, { rows }] = await Promise.all([
      import('../rest/openapi/document.ts'),
      import('../rest/rows.ts'),
    ])
    return openApiDocument({ rows, baseUrl, version: VERSION })
  })
  const json = lazily(async () => JSON.stringify(await documented.get(), null, 2))
  const page = lazily(async () => (await import('../rest/docs/docs-page.ts')).docsPage(await documented.get()))
  return {
    '/api/v1/openapi.json': byMethod({
      GET: async (request) => conditionalResponse(request, await json.get(), DOCUMENT_HEADERS),
    }),
    '/docs': byMethod({ GET: async (request) => conditionalResponse(request, await page.get(), docsPageHeaders) }),
  }
}

const DOCUMENT_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
  // Tools in a browser read the document from other origins; it holds nothing private.
  'access-control-allow-origin': '*',
}
