import type { RoutesParts } from '../../hosts/http/routes-app.ts'
import { createHttpServer, type ServerParts } from '../../hosts/http/server.ts'
import { webHandler } from '../../hosts/http/web-handler.ts'

type Parts = ServerParts & RoutesParts

/** A server of the given parts; without them it serves nothing, on any host. */
export function serverOf(parts: Partial<Parts> & Pick<Parts, 'onError'>) {
  const all: Omit<Parts, 'loadHandler'> = {
    redirect: () => false,
    forwards: async () => false,
    routes: {},
    domainRoutes: {},
    nearbyRoutes: {},
    anyHostRoutes: {},
    hostOf: () => 'own',
    clientIp: () => '127.0.0.1',
    baseUrl: 'http://localhost',
    notFound: () => new Response(null, { status: 404 }),
    ...parts,
  }
  return createHttpServer({ loadHandler: async () => webHandler(all), ...all })
}
