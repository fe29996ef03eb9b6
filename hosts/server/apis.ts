import { shortUrl } from '@shortlink/core'
import type { Composition } from '../app/composition.ts'
import type { Settings } from '../app/settings/settings.ts'
import { sessionCookies } from '../http/dash/session-cookies.ts'
import type { Handler } from '../http/handler.ts'
import { lazily } from '../kit/lazily.ts'
import type { Log } from '../kit/log.ts'
import { VERSION } from '../kit/version.ts'
import type { Meters } from '../metrics/meters.ts'
import type { Limits } from './limits.ts'
import { signInChallenge } from './oauth-routes.ts'

export interface Apis {
  readonly graphql: Handler
  readonly mcp: Handler
  /** MCP for clients that sign in. */
  readonly mcpSignIn: Handler
  readonly rest: Handler
  /** Loads the APIs that are served, which the first request would otherwise wait for. */
  load(): Promise<void>
  /** Ends exports and event streams, which would prevent a server from closing. */
  endStreams(): Promise<void>
}

interface ApiParts {
  readonly composition: Pick<Composition, 'app' | 'ports'>
  readonly settings: Settings
  readonly log: Log
  readonly limits: Limits
  readonly meters: Meters
  readonly onError: (error: unknown, requestId: string) => void
}

/**
 * GraphQL, MCP and the routes below `/api`. Loading them takes longer than everything else together, so that happens after the server
 * listens.
 */
export function createApis({ composition: { app, ports }, settings, log, limits, meters, onError }: ApiParts): Apis {
  const graphql = lazily(async () => {
    const { createGraphqlHandler } = await import('../graphql/handler.ts')
    return createGraphqlHandler({
      app,
      ports,
      log,
      limits: limits.graphql,
      ...(settings.DASHBOARD
        ? { sessionCookies: sessionCookies({ appUrl: settings.APP_URL, baseUrl: settings.BASE_URL }) }
        : {}),
      onErrorCode: meters.errors.add,
    })
  })
  const mcp = lazily(async () => {
    const { createMcpHandler } = await import('../mcp/handler.ts')
    return createMcpHandler({
      app,
      ports,
      addresses: [
        settings.BASE_URL,
        settings.MCP_URL,
        settings.MCP_OAUTH_URL,
        ...settings.EXTRA_HOSTS.map((host) => `https://${host}`),
      ],
      shortUrl: (link) => shortUrl(settings.BASE_URL, link),
      sessionTtlMs: settings.MCP_SESSION_TTL_SECONDS * 1000,
      limits: limits.mcp,
      ...(settings.OAUTH && { signIn: signInChallenge(settings) }),
      toolsets: settings.MCP_TOOLSETS,
      version: VERSION,
      onError,
    })
  })
  const rest = lazily(async () => {
    const { createRest } = await import('../rest/index.ts')
    return createRest({ app, ports, limits: limits.graphql, onError })
  })
  return {
    graphql: async (request, context) => (await graphql.get())(request, context),
    mcp: async (request, context) => (await mcp.get()).handle(request, context),
    mcpSignIn: async (request, context) => (await mcp.get()).handleSignIn(request, context),
    rest: async (request, context) => (await rest.get()).handle(request, context),
    async load() {
      // One after the other, so that requests are handled between them.
      await graphql.get()
      if (settings.MCP_ENABLED) await mcp.get()
    },
    async endStreams() {
      ;(await rest.loaded())?.endStreams()
      ;(await mcp.loaded())?.close()
    },
  }
}
