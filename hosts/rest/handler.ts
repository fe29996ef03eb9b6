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
import { requestId, requestIdIfAny } from '../kit/request-id.ts'
import { limitHeaders } from './limit-headers.ts'
import type { Problems } from './problem.ts'
import { type RefusedBody, readJsonBody } from './read-json-body.ts'
import { send, withNextLink } from './send.ts'
import { type StreamingRoute, streamCall } from './streams.ts'
import { reported } from './table/input.ts'
import { createMatcher } from './table/match.ts'
import { comparesVersions, type Row } from './table/row.ts'
import type { ShapeContext } from './table/shape.ts'

export interface RestParts {
  readonly app: App
  readonly ports: Pick<
    Ports,
    | 'store'
    | 'tokens'
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

  async function answer(request: Request, context: RequestContext): Promise<Response> {
    const caller = await callerOf(request, ports, context.clientIp)
    const by = { caller, clientIp: context.clientIp }
    const first = limits?.consume('graphql', 1, by) ?? UNLIMITED
    const found = match(request.method, pathBelow(request.url))
    if (!first.allowed || 'status' in found) {
      const response = first.allowed && 'status' in found ? refuse(found) : tooMany()
      return withHeaders(response, limitHeaders(first))
    }
    const more: Taken = (found.row.limit && limits?.consume(found.row.limit, 1, by)) || UNLIMITED
    const taken = nearest(first, more)
    const response = more.allowed ? await run(found.row, found.values, request, context, caller) : tooMany()
    return withHeaders(response, limitHeaders(taken))
  }

  async function run(
    row: Row,
    values: readonly string[],
    request: Request,
    context: RequestContext,
    caller: Caller,
  ): Promise<Response> {
    const { reader, useCase } = row
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    const dryRun = isWrite ? dryRunOf(request) : false
    if (dryRun === undefined) return problems.badInput('Dry-Run must be true or false')
    // Before the body is read: a caller without a right needs no words about its body. A dry run has another first error, which `app.run` knows.
    const refusal = dryRun ? undefined : callerRefusal(useCase, caller)
    if (refusal) return problems.domainFailure(refusal, caller)
    const query = reader
      .readQuery(new URLSearchParams(queryOf(request)))
      .mapErr((faults) => ({ status: 400 as const, faults }))
    const given = reader.hasBody && query.isOk() ? await readJsonBody(request, reader) : query
    if (given.isErr()) return refuseInput(given.error)
    const stream = streams[row.path]
    if (stream) return stream.serve(streamCall(ports, request, context, caller as User, given.value))
    const unsupported = unsupportedPrecondition(request, row)
    if (unsupported) return problems.badInput(`This operation does not support ${unsupported}`)
    const versions = ifMatch(request)
    const input = {
      ...(versions && { versions }),
      ...(row.toInput ? (row.toInput(given.value) as object) : given.value),
      ...reader.readPath(values),
    }
    let hasEnded = false
    context.onEnd?.(() => {
      hasEnded = true
    })
    const outcome = await app.run(useCase, caller, input, {
      isGone: () => hasEnded,
      origin: { surface: 'REST', requestId: requestIdIfAny(), clientIp: context.clientIp },
      ...(isWrite && { dryRun, idempotencyKey: request.headers.get('idempotency-key') ?? undefined }),
    })
    if (outcome.isErr()) return problems.domainFailure(outcome.error, caller, reader.placeOf)
    const body = await row.answer.body(outcome.value, shapes)
    const response = await send(request, row.answer, withNextLink(body, request.url))
    return dryRun ? withHeaders(response, { 'dry-run': 'true' }) : response
  }

  function refuseInput({ status, faults }: RefusedBody) {
    const [{ detail } = { detail: 'The request is invalid' }] = faults
    const hasPlaces = faults.some(({ pointer, parameter }) => pointer !== undefined || parameter !== undefined)
    return problems.problem({ code: 'BAD_USER_INPUT', status, detail, ...(hasPlaces && { errors: reported(faults) }) })
  }

  const tooMany = () => problems.problem({ code: 'RATE_LIMITED', detail: 'Too many requests' })

  const refuse = ({ status, allow }: { readonly status: 404 | 405; readonly allow?: string | undefined }) =>
    status === 404
      ? problems.problem({ code: 'NOT_FOUND', detail: 'There is no such operation; /docs lists all' })
      : problems.problem(
          { code: 'BAD_USER_INPUT', status, detail: `Allowed methods: ${allow}` },
          { allow: allow ?? '' },
        )

  function mask(error: unknown): Response {
    const busy = busyFailure(error)
    if (busy !== undefined) return problems.domainFailure(busy)
    const id = requestId()
    parts.onError(error, id)
    return problems.problem({ code: 'INTERNAL_SERVER_ERROR', detail: 'Internal server error', requestId: id })
  }

  return async (request, context) => {
    const response = await answer(request, context).catch(mask)
    return response.headers.has('cache-control') ? response : withHeaders(response, { 'cache-control': 'no-store' })
  }
}

const PREFIX = '/api/v1'

const pathBelow = (url: string) => new URL(url).pathname.slice(PREFIX.length)

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
