import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { BioPage } from '@shortlink/core'
import { createRateLimit } from '../../hosts/http/redirect/rate-limit.ts'
import { errorResponse } from '../../hosts/http/response/error-response.ts'
import { favicons, publicRoutes } from '../../hosts/http/routes/public-routes.ts'
import { BASE_URL, publicApp } from './public-app.ts'
import { serverOf } from './server-parts.ts'

/** Starts a server of the public pages on a separate socket. The caller closes it. */
export async function startPublicServer({ perMinute = 0 }: { perMinute?: number } = {}) {
  const parts = await publicApp()
  const views: BioPage[] = []
  const errors: unknown[] = []
  const server = serverOf({
    routes: favicons(),
    domainRoutes: publicRoutes({
      app: parts.app,
      baseUrl: BASE_URL,
      isBot: (userAgent) => userAgent?.includes('bot') ?? false,
      onView: (page) => views.push(page),
      onError: (error) => errors.push(error),
      rateLimits: { qr: createRateLimit({ perWindow: perMinute }), bio: createRateLimit({ perWindow: perMinute }) },
    }),
    clientIp: (request) => request.socket.remoteAddress ?? '',
    notFound: (request) => errorResponse(request, 404, 'Target not found'),
    onError: (error) => errors.push(error),
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  return { ...parts, url, views, errors, close }
}
