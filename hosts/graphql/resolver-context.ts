import { Limiter } from '@shortlink/adapters/kit'
import { type App, linkStatus, shortUrl } from '@shortlink/core'
import {
  attemptedAccount,
  type authenticate,
  findLinkWithPassword,
  payloadOf,
  type SharePorts,
  shareWithPassword,
} from '@shortlink/core/host'
import type { Ports } from '@shortlink/core/ports'
import type { GraphQLError } from 'graphql'
import { visitorOf } from '../http/redirect/visitor.ts'
import { requestIdIfAny } from '../kit/request-id.ts'
import type { Attempt, Context } from './context.ts'
import type { GraphqlLimits } from './guard/rate-limits.ts'
import { admits, type RequestState } from './request/request-state.ts'

/** Ports for checking credentials and link passwords, and data that responses show in addition to use case results. */
export type GraphqlPorts = Parameters<typeof authenticate>[0] &
  Parameters<typeof findLinkWithPassword>[0] &
  SharePorts &
  Pick<Ports, 'clock' | 'policy' | 'blocklist'>

interface ContextParts {
  readonly app: App
  readonly ports: GraphqlPorts
  readonly limits?: GraphqlLimits | undefined
  readonly mask: (cause: unknown) => GraphQLError
}

/** Maximum number of concurrent store calls per request. */
const MAX_CONCURRENT_CALLS = 4

/** The context of an operation's resolvers. */
export function resolverContext(parts: ContextParts, state: RequestState, severalMutations: boolean): Context {
  const { app, ports, limits, mask } = parts
  const { request, clientIp, caller, answer, cookies, dryRun = false } = state
  const calls = new Limiter(MAX_CONCURRENT_CALLS)
  const tryAccount = async (account: string): Promise<Attempt> => ({
    isAdmitted: admits(state, await limits?.admitLogin?.(account, clientIp)),
    countFailure: () => limits?.countFailedLogin?.(account),
  })
  const tryPassword = async (subject: string): Promise<Attempt> => ({
    isAdmitted: admits(state, await limits?.admitPassword?.(subject, clientIp)),
    countFailure: () => limits?.countFailedPassword?.(subject),
  })
  return {
    app,
    caller,
    origin: { surface: 'GRAPHQL', requestId: requestIdIfAny(), clientIp },
    answer,
    mask,
    statusOf: (link) => linkStatus(link, ports.clock.now(), ports.blocklist),
    shortUrl: (link) => shortUrl(ports.policy.baseUrl, link),
    payload: (event) => payloadOf(event, ports.policy.baseUrl),
    limitConcurrency: (work) => calls.run(work),
    // A function, since few operations need it and it copies all headers. Not a getter: V8 would create a separate shape for each object
    // with one, and keep the request in memory until a full GC.
    visitor: () => visitorOf(ports, Object.fromEntries(request.headers), clientIp, '', true),
    idempotencyKey: request.headers.get('idempotency-key') ?? undefined,
    severalMutations,
    dryRun,
    tryAccount,
    async tryEmail(email) {
      const account = await attemptedAccount(ports, email)
      return account === undefined ? undefined : tryAccount(account)
    },
    async tryLink(hostname, slug) {
      const link = await findLinkWithPassword(ports, hostname, slug)
      return link && tryPassword(link.id)
    },
    async tryShare(token) {
      const share = await shareWithPassword(ports, token)
      return share === undefined ? undefined : tryPassword(share)
    },
    cookieSession: cookies && {
      begin(token) {
        if (!dryRun) state.setCookie = cookies.begin(token)
      },
      end() {
        if (!dryRun) state.setCookie = cookies.end()
      },
    },
    rejectUntil(seconds) {
      state.retryAfterSeconds = seconds
    },
  }
}
