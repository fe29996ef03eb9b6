import { networkOf } from '@shortlink/adapters/kit'
import { type App, type Caller, linkStatus, shortUrl, type User } from '@shortlink/core'
import { busyFailure, callerRefusal, linkVersion, payloadOf } from '@shortlink/core/host'
import type { Ports } from '@shortlink/core/ports'
import type { GraphqlLimits } from '../graphql/guard/rate-limits.ts'
import type { Handler, RequestContext } from '../http/handler.ts'
import { nearest, type Taken, UNLIMITED } from '../http/redirect/rate-limit.ts'
import { callerOf } from '../http/request/caller.ts'
import { dryRunOf } from '../http/request/dry-run.ts'
import { queryOf } from '../http/request/query.ts'
import { withHeaders } from '../http/response/responses.ts'
import { nameRoute, requestId, requestIdIfAny } from '../kit/request-id.ts'
import { headerValues } from './header-values.ts'
import { limitHeaders } from './limit-headers.ts'
import { passwordAttempt } from './password-attempt.ts'
import type { Problems } from './problem.ts'
import { type RefusedBody, readJsonBody } from './read-json-body.ts'
import { createEncoder, send, TOO_LONG, withNextLink } from './send.ts'
import { type StreamingRoute, streamCall } from './streams.ts'
import { type Given, reported } from './table/input.ts'
import { createMatcher, type Match, type NoMatch } from './table/match.ts'
import { comparesVersions, type Row } from './table/row.ts'
import type { ShapeContext } from './table/shape.ts'

export interface RestParts {
  readonly app: App
  readonly ports: Pick<
    Ports,
    | 'store'
    | 'tokens'
    | 'accessTokens'
    | 'secrets'
    | 'clock'
    | 'background'
    | 'visitors'
    | 'timer'
    | 'pause'
    | 'policy'
    | 'digest'
    | 'blocklist'
  >
  /** Rate limits; none by default. */
  readonly limits?: GraphqlLimits
  readonly problems: Problems
  readonly onError: (error: unknown, requestId: string) => void
}

/**
 * Handles the paths below `/api/v1`: finds the operation, reads its input, runs its use case and sends the outcome.
 * @param streams the operations with streaming responses, by their path
 */
export function createRestHandler(
  rows: readonly Row[],
  streams: Readonly<Record<string, StreamingRoute>>,
  parts: RestParts,
): Handler {
  const { app, ports, limits, problems } = parts
  const match = createMatcher(rows)
  const shapes = shapeContext(ports)
  const encode = createEncoder()

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    const caller = await callerOf(request, ports, context.clientIp)
    const by = { caller, clientIp: context.clientIp }
    const first = (await limits?.consume('graphql', 1, by)) ?? UNLIMITED
    const found = match(request.method, pathBelow(request.url))
    if (!first.allowed || 'status' in found) {
      const response = first.allowed && 'status' in found ? noOperation(problems, found) : tooMany()
      return withHeaders(response, limitHeaders(first))
    }
    const more: Taken = (found.row.limit && (await limits?.consume(found.row.limit, 1, by))) || UNLIMITED
    let taken = nearest(first, more)
    const admits = (next: Taken) => {
      taken = nearest(taken, next)
      return next.allowed
    }
    const response = more.allowed ? await run(found, request, context, caller, admits) : tooMany()
    return withHeaders(response, limitHeaders(taken))
  }

  async function run(
    { row, values }: Match,
    request: Request,
    context: RequestContext,
    caller: Caller,
    admits: (taken: Taken) => boolean,
  ): Promise<Response> {
    const { reader, useCase } = row
    nameRoute(`${PREFIX}${row.path}`)
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    const dryRun = isWrite ? dryRunOf(request) : false
    if (dryRun === undefined) return problems.badInput('Dry-Run must be true or false')
    // Check before reading the body, so that a caller without the right gets no errors about it. In a dry run, `app.run` finds the first error.
    const refusal = dryRun ? undefined : callerRefusal(useCase, caller)
    if (refusal) return problems.domainFailure(refusal, caller)
    const query = reader
      .readQuery(new URLSearchParams(queryOf(request)))
      .mapErr((faults) => ({ status: 400 as const, faults }))
    const given = reader.hasBody && query.isOk() ? await readJsonBody(request, reader) : query
    if (given.isErr()) return refusedInput(problems, given.error)
    const stream = streams[row.path]
    if (stream) return stream.serve(streamCall(ports, request, context, caller as User, given.value))
    const unsupported = unsupportedPrecondition(request, row)
    if (unsupported) return problems.badInput(`This operation does not support ${unsupported}`)
    const input = inputOf(row, values, given.value, request)
    const attempt = await passwordAttempt(row, parts, input, context.clientIp)
    if (!admits(attempt.taken)) return tooMany()
    const end = endOf(context)
    const outcome = await app.run(useCase, caller, input, {
      isGone: () => end?.aborted === true,
      origin: { surface: 'REST', requestId: requestIdIfAny(), clientIp: context.clientIp },
      ...(isWrite && { dryRun, idempotencyKey: request.headers.get('idempotency-key') ?? undefined }),
    })
    if (outcome.isErr()) {
      attempt.countIfWrong(outcome.error)
      return problems.domainFailure(outcome.error, caller, reader.placeOf)
    }
    const body = withNextLink(await row.answer.body(outcome.value, shapes), request.url)
    const owner = caller.kind === 'user' ? caller.userId : networkOf(context.clientIp)
    const encoded = await encode(body, owner, end)
    if (encoded === 'too long') return problems.problem(TOO_LONG)
    if (encoded === 'too many') return problems.busy('Too many long responses are in progress', 1)
    const response = await send(request, row.answer, encoded)
    return dryRun ? withHeaders(response, { 'dry-run': 'true' }) : response
  }

  const tooMany = () => problems.problem({ code: 'RATE_LIMITED', detail: 'Too many requests' })

  function mask(error: unknown): Response {
    const busy = busyFailure(error)
    if (busy !== undefined) return problems.domainFailure(busy)
    const id = requestId()
    parts.onError(error, id)
    return problems.problem({ code: 'INTERNAL_SERVER_ERROR', detail: 'Internal server error', requestId: id })
  }

  return async (request, context) => {
    const response = await answer(request, context).catch(mask)
    return withHeaders(response, {
      'x-robots-tag': 'noindex, nofollow',
      ...(!response.headers.has('cache-control') && { 'cache-control': 'no-store' }),
    })
  }
}

/** The use case's input: from the query or the body, the path and the headers. */
function inputOf(row: Row, values: readonly string[], given: Given, request: Request): Given {
  const versions = ifMatch(request)
  return {
    ...(versions && { versions }),
    ...(row.toInput ? (row.toInput(given) as object) : given),
    ...row.reader.readPath(values),
    ...headerValues(row, request),
  }
}

function refusedInput({ problem }: Problems, { status, faults }: RefusedBody): Response {
  const [{ detail } = { detail: 'The request is invalid' }] = faults
  const hasPlaces = faults.some(({ pointer, parameter }) => pointer !== undefined || parameter !== undefined)
  return problem({ code: 'BAD_USER_INPUT', status, detail, ...(hasPlaces && { errors: reported(faults) }) })
}

/** The error for a path that does not exist, or does not have the method. */
function noOperation({ problem }: Problems, { status, allow = '' }: NoMatch): Response {
  return status === 404
    ? problem({ code: 'NOT_FOUND', detail: 'There is no such operation; /docs lists all' })
    : problem({ code: 'BAD_USER_INPUT', status, detail: `Allowed methods: ${allow}` }, { allow })
}

const PREFIX = '/api/v1'

const pathBelow = (url: string) => new URL(url).pathname.slice(PREFIX.length)

/** A signal for the end of the response or of its connection; undefined where the server reports neither. */
function endOf({ onEnd }: RequestContext): AbortSignal | undefined {
  if (onEnd === undefined) return undefined
  const end = new AbortController()
  onEnd(() => end.abort())
  return end.signal
}

/** The header of a precondition that the operation would ignore; undefined without one. */
function unsupportedPrecondition(request: Request, row: Row): string | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  if (request.headers.has('if-none-match')) return 'If-None-Match'
  return request.headers.has('if-match') && !comparesVersions(row) ? 'If-Match' : undefined
}

/** The versions in `If-Match`; undefined without the header. `*` matches any link that exists. */
function ifMatch({ method, headers }: Request): readonly string[] | undefined {
  const header = method === 'GET' || method === 'HEAD' ? null : headers.get('if-match')
  if (header === null) return undefined
  return header.split(',').map((tag) => tag.trim().replace(/^"(.*)"$/, '$1'))
}

const shapeContext = ({ clock, policy, digest, blocklist }: RestParts['ports']): ShapeContext => ({
  statusOf: (link) => linkStatus(link, clock.now(), blocklist),
  shortUrl: (link) => shortUrl(policy.baseUrl, link),
  payload: (event) => payloadOf(event, policy.baseUrl),
  version: (link) => linkVersion(digest, link),
})
