import { type App, busyFailure, type Caller, type Ports, type User } from '@shortlink/core'
import { callerOf } from '../http/caller.ts'
import type { Handler, RequestContext } from '../http/handler.ts'
import { queryOf } from '../http/query.ts'
import { rateLimitHeaders, type Taken, UNLIMITED } from '../http/redirect/rate-limit.ts'
import { withHeaders } from '../http/responses.ts'
import { requestId } from '../request-id.ts'
import { badInput, domainFailure, failed } from './answers.ts'

export interface RestParts {
  readonly app: App
  readonly ports: Pick<Ports, 'store' | 'tokens' | 'secrets' | 'clock' | 'background' | 'timer' | 'pause'>
  /** Counts a request of the caller; without it nothing is limited. */
  readonly limit?: (caller: Caller, clientIp: string) => Taken
  readonly onError: (error: unknown, requestId: string) => void
}

/** A request of a user in progress. */
export interface RestCall {
  readonly user: User
  readonly clientIp: string
  /** Whether the caller wants only the head of the response. */
  readonly isHead: boolean
  readonly accept: string | null
  /** The parameters of the query by name. */
  readonly given: Readonly<Record<string, string>>
  readonly onEnd: RequestContext['onEnd']
  /** Whether the credential of the request still is valid, which may have been revoked while the response lasts. */
  isStillValid(): Promise<boolean>
}

type Serve = (call: RestCall) => Response | Promise<Response>

/** A route that only users may GET, with its own parameters and no others. */
export function getRoute(parts: RestParts, parameters: readonly string[], serve: Serve): Handler {
  async function answer(request: Request, context: RequestContext): Promise<Response> {
    const caller = await callerOf(request, parts.ports)
    const taken = parts.limit?.(caller, context.clientIp) ?? UNLIMITED
    const response = taken.allowed ? await answerTo(request, context, caller) : TOO_MANY()
    return withHeaders(response, rateLimitHeaders(taken))
  }

  function answerTo(
    request: Request,
    { onEnd, clientIp }: RequestContext,
    caller: Caller,
  ): Response | Promise<Response> {
    if (caller.kind !== 'user') return domainFailure({ type: 'not-logged-in' }, caller)
    const given = readQuery(request, parameters)
    if (typeof given === 'string') return badInput(given)
    const isStillValid = async () => {
      const now = await callerOf(request, parts.ports)
      return now.kind === 'user' && now.userId === caller.userId
    }
    const [isHead, accept] = [request.method === 'HEAD', request.headers.get('accept')]
    return serve({ user: caller, clientIp, isHead, accept, given, onEnd, isStillValid })
  }

  function mask(error: unknown): Response {
    const busy = busyFailure(error)
    if (busy !== undefined) return domainFailure(busy)
    const id = requestId()
    parts.onError(error, id)
    return failed(500, { code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error', requestId: id })
  }

  return async (request, context) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return NOT_ALLOWED()
    const response = await answer(request, context).catch(mask)
    return response.headers.has('cache-control') ? response : withHeaders(response, { 'cache-control': 'no-store' })
  }
}

/** Refuses a request until others of the caller have ended. */
export const refuseBusy = (message: string, retryAfterSeconds: number) =>
  failed(429, { code: 'RATE_LIMITED', message }, { 'retry-after': `${retryAfterSeconds}` })

const NOT_ALLOWED = () =>
  failed(405, { code: 'BAD_USER_INPUT', message: 'Only GET is allowed' }, { allow: 'GET, HEAD' })
const TOO_MANY = () => failed(429, { code: 'RATE_LIMITED', message: 'Too many requests' })

/** The query parameters by name, or their error. */
function readQuery(request: Request, parameters: readonly string[]): Readonly<Record<string, string>> | string {
  const given: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(queryOf(request))) {
    if (!parameters.includes(name)) return unknownParameter(name, parameters)
    if (Object.hasOwn(given, name)) return `${name} is given twice`
    given[name] = value
  }
  return given
}

function unknownParameter(name: string, parameters: readonly string[]): string {
  const known = parameters.length === 0 ? 'there are none' : `there are ${parameters.join(', ')}`
  return `Unknown parameter ${JSON.stringify(name.slice(0, MAX_QUOTED))}; ${known}`
}

const MAX_QUOTED = 100
