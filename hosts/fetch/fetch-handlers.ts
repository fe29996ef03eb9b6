import { resolveLink } from '@shortlink/core'
import { limitRequestBody } from 'srvx/body-limit'
import type { Composition } from '../app/composition.ts'
import { createGraphqlHandler } from '../graphql/handler.ts'
import { linkResponse } from '../http/redirect/link-response.ts'
import { submitPassword } from '../http/redirect/password-form.ts'
import { isPrefetch, visitorOf } from '../http/redirect/visitor.ts'
import { MAX_BODY_BYTES } from '../http/request/request-body.ts'
import { errorResponse } from '../http/response/error-response.ts'
import { createLog, type Log } from '../kit/log.ts'

/** Handles a request of the Fetch API. The caller passes the client's IP address, which only the server in front knows. */
export type FetchHandler = (request: Request, clientIp: string) => Promise<Response>

/**
 * The GraphQL endpoint for any server that speaks the Fetch API. It does not limit rates.
 * @example
 * ```ts
 * import { openShortlink } from '@shortlink/hosts'
 * import { graphqlHandler } from '@shortlink/hosts/http'
 *
 * const graphql = graphqlHandler(await openShortlink({ DATA_DIR: './data' }))
 * const request = new Request('http://localhost/api/graphql?query={service{version}}')
 * console.log(await (await graphql(request, '192.0.2.7')).json())
 * ```
 */
export function graphqlHandler({ app, ports }: Composition, log: Log = createLog('silent')): FetchHandler {
  const handle = createGraphqlHandler({ app, ports, log })
  return async (request, clientIp) =>
    // The server in front decides which hosts it forwards.
    handle(limitRequestBody(request, MAX_BODY_BYTES), { clientIp, host: 'own', params: {} })
}

/**
 * Follows a link for any server that speaks the Fetch API, and records the visit; the host of the request's URL selects the custom domain.
 * A POST carries the password of a protected link. It limits neither request rates nor password attempts. Rejects when the store is
 * unreachable.
 * @example
 * ```ts
 * import { openShortlink } from '@shortlink/hosts'
 * import { redirectHandler } from '@shortlink/hosts/http'
 *
 * const redirect = redirectHandler(await openShortlink({ DATA_DIR: './data', BASE_URL: 'https://sho.rt' }))
 * const response = await redirect(new Request('https://sho.rt/hello'), 'hello', '192.0.2.7')
 * console.log(response.status, response.headers.get('location'))
 * ```
 */
export function redirectHandler({
  ports,
}: Pick<Composition, 'ports'>): (request: Request, slug: string, clientIp: string) => Promise<Response> {
  const settings = { baseUrl: ports.policy.baseUrl, cacheSeconds: 0 }
  return async (request, slug, clientIp) => {
    const headers = Object.fromEntries(request.headers)
    const counts = request.method === 'GET' && !isPrefetch(headers)
    const { host, search } = new URL(request.url)
    if (request.method === 'POST') {
      const form = limitRequestBody(request, MAX_BODY_BYTES)
      const found = await submitPassword({ ports, settings }, { host, slug, rest: '' }, form, clientIp)
      return found ?? errorResponse(request, 405, 'Method not allowed')
    }
    const visitor = visitorOf(ports, headers, clientIp, search.slice(1), counts)
    const resolution = await resolveLink(ports, host, slug, visitor)
    return linkResponse(resolution, headers.accept, settings)
  }
}
