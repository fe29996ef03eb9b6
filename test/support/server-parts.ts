import type { ServerParts } from '../../hosts/http/server.ts'

/** The parts of a server that serves nothing, on any host; a test replaces some of them. */
export const EMPTY_PARTS: Omit<ServerParts, 'onError'> = {
  redirect: () => false,
  forwards: async () => false,
  routes: {},
  domainRoutes: {},
  nearbyRoutes: {},
  anyHostRoutes: {},
  hostOf: () => 'own',
  clientIp: () => '127.0.0.1',
  notFound: () => new Response(null, { status: 404 }),
}
