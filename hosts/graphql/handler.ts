import { networkOf } from '@shortlink/adapters/kit'
import { type App, authenticate, busyFailure } from '@shortlink/core'
import { executeRootSelectionSet, type GraphQLError, type ValidatedExecutionArgs } from 'graphql'
import { createByteBudget } from '../byte-budget.ts'
import { callerOf } from '../http/caller.ts'
import type { Handler, RequestContext } from '../http/handler.ts'
import type { SessionCookies } from '../http/session-cookies.ts'
import { encodeJson } from '../json-slices.ts'
import { requestId } from '../request-id.ts'
import { pauseIfDue } from '../slices.ts'
import { ANSWER_BUDGET, AnswerSize, MAX_ANSWER_BYTES, TOO_LONG, TOO_MUCH_IN_FLIGHT } from './answer/answer-size.ts'
import { finished, fromDomain, masked } from './errors.ts'
import { createDocuments } from './guard/documents.ts'
import { prepare } from './guard/operation.ts'
import type { GraphqlLimits } from './guard/rate-limits.ts'
import { chargedCalls, rootFields } from './guard/root-fields.ts'
import { gzipped } from './gzipped.ts'
import { readParams } from './request-params.ts'
import { admits, createRequestState, type RequestState } from './request-state.ts'
import { type GraphqlPorts, resolverContext } from './resolver-context.ts'
import {
  type Answer,
  acceptedType,
  dataless,
  notAcceptable,
  plainResponse,
  refused,
  rejected,
  toResponse,
} from './responses.ts'
import { rateLimits, schema } from './schema.ts'

export interface GraphqlOptions {
  readonly app: App
  readonly ports: GraphqlPorts
  /** Receives every unexpected error once, with the id that the client sees. */
  readonly log: { error(details: { err: unknown; requestId: string }, message: string): void }
  /** Called with the code of each error in an answer. */
  readonly onErrorCode?: (code: string) => void
  /** Without it nothing is limited. */
  readonly limits?: GraphqlLimits
  /** Sessions kept as cookies; without it there are none. */
  readonly sessionCookies?: SessionCookies
}

/** The GraphQL endpoint. It answers every method and body itself, and never rejects. */
export function createGraphqlHandler(options: GraphqlOptions): Handler {
  const { app, ports, log, limits, sessionCookies, onErrorCode = () => {} } = options
  const documents = createDocuments(schema)
  const answersInFlight = createByteBudget(ANSWER_BUDGET)

  function mask(cause: unknown) {
    const busy = busyFailure(cause)
    if (busy !== undefined) return fromDomain(busy)
    const id = requestId()
    log.error({ err: cause, requestId: id }, 'GraphQL request failed')
    return masked(id)
  }

  function formatError(error: Readonly<GraphQLError | Error>) {
    const formatted = finished(error, mask)
    onErrorCode(String(formatted.extensions.code))
    return formatted
  }

  /** Answers as GraphQL over HTTP demands (https://graphql.github.io/graphql-over-http/draft/). */
  async function answerTo(state: RequestState): Promise<Answer> {
    const type = acceptedType(state.request.headers.get('accept'))
    if (type === undefined) return notAcceptable
    const params = await readParams(state.request).catch((error: Error) => error)
    if (params instanceof Error) return dataless(400, [formatError(params)])
    if (typeof params === 'number') return rejected(params)
    const prepared = await prepare(documents, params)
    if (!('schema' in prepared)) return refused(type, prepared.map(formatError))
    const fields = rootFields(prepared)
    for (const [limit, calls] of chargedCalls(fields, rateLimits)) {
      if (!admits(state, limits?.consume(limit, calls, state))) return rejected(429)
    }
    const contextValue = resolverContext({ app, ports, limits, mask }, state, fields.size > 1)
    return { status: 200, type, body: await execute({ ...prepared, contextValue }, state) }
  }

  /** Returns the result as JSON. A long one is encoded in slices. */
  async function execute(prepared: ValidatedExecutionArgs, state: RequestState): Promise<Answer['body']> {
    // Introspection calls no use case, before each of which there is a pause.
    await pauseIfDue()
    const { data = null, errors } = await executeRootSelectionSet(prepared)
    const { answer } = state
    if (answer.rejection === TOO_MUCH_IN_FLIGHT) state.retryAfterSeconds = 1
    const failed = (error: GraphQLError) => JSON.stringify({ data: null, errors: [formatError(error)] })
    if (answer.rejection) return failed(answer.rejection)
    const result = errors ? { data, errors: errors.map(formatError) } : { data }
    if (answer.isSmall) return JSON.stringify(result)
    const chunks = await encodeJson(result, MAX_ANSWER_BYTES)
    return chunks === undefined ? failed(TOO_LONG) : Buffer.concat(chunks)
  }

  async function respond(request: Request, context: RequestContext): Promise<Response> {
    const answer = new AnswerSize(answersInFlight)
    context.onEnd?.(() => answer.end())
    try {
      const cookies = sessionCookies?.keeps(request) ? sessionCookies : undefined
      const caller = await (cookies
        ? authenticate(ports, { cookie: cookies.tokenOf(request) })
        : callerOf(request, ports))
      answer.owner = caller.kind === 'user' ? caller.userId : networkOf(context.clientIp)
      const state = createRequestState(request, context, caller, answer, cookies)
      const isAdmitted = admits(state, limits?.consume('graphql', 1, state))
      const reply = isAdmitted ? await answerTo(state) : rejected(429)
      return toResponse(cookies ? await gzipped(request, reply) : reply, state)
    } finally {
      if (!context.onEnd) answer.end()
    }
  }

  return (request, context) =>
    request.method === 'POST'
      ? respond(request, context).catch((cause: unknown) =>
          plainResponse(dataless(busyFailure(cause) ? 503 : 500, [mask(cause)])),
        )
      : plainResponse(rejected(405, { allow: 'POST' }))
}
