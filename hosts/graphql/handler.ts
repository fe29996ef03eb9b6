import { networkOf } from '@shortlink/adapters/kit'
import type { App } from '@shortlink/core'
import { authenticate, busyFailure } from '@shortlink/core/host'
import { type ExecutionResult, executeRootSelectionSet, type GraphQLError, type ValidatedExecutionArgs } from 'graphql'
import { createHandler } from 'graphql-http'
import type { SessionCookies } from '../http/dash/session-cookies.ts'
import type { Handler, RequestContext } from '../http/handler.ts'
import { callerOf, clientOf } from '../http/request/caller.ts'
import { createByteBudget } from '../kit/byte-budget.ts'
import { encodeJson } from '../kit/json-slices.ts'
import { requestId } from '../kit/request-id.ts'
import { pauseIfDue } from '../kit/slices.ts'
import { finished, fromDomain, masked } from './errors.ts'
import { createDocuments } from './guard/documents.ts'
import { prepare } from './guard/operation.ts'
import type { GraphqlLimits } from './guard/rate-limits.ts'
import { chargedCalls, rootFields } from './guard/root-fields.ts'
import { ANSWER_BUDGET, AnswerSize, MAX_ANSWER_BYTES, TOO_LONG, TOO_MUCH_IN_FLIGHT } from './limits/answer-size.ts'
import { gzipped } from './request/gzipped.ts'
import { readParams } from './request/request-params.ts'
import { admits, createRequestState, type RequestState } from './request/request-state.ts'
import {
  type Answer,
  answerOf,
  badDryRun,
  dataless,
  markOf,
  plainResponse,
  rejection,
  toResponse,
} from './request/responses.ts'
import { type GraphqlPorts, resolverContext } from './resolver-context.ts'
import { rateLimits, schema } from './schema.ts'

export interface GraphqlOptions {
  readonly app: App
  readonly ports: GraphqlPorts
  /** Receives every unexpected error once, with the id that the client sees. */
  readonly log: { error(details: { err: unknown; requestId: string }, message: string): void }
  /** Called with the code of each error in a response. */
  readonly onErrorCode?: (code: string) => void
  /** Rate limits; none by default. */
  readonly limits?: GraphqlLimits
  /** Sessions in cookies; none by default. */
  readonly sessionCookies?: SessionCookies
}

/**
 * Creates the GraphQL endpoint: GraphQL over HTTP by graphql-http, with separate limits and encoding. It handles every method and body
 * itself, and never rejects.
 */
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

  const reply = createHandler<Request, RequestState, Operation>({
    parseRequestParams: readParams,
    async onSubscribe({ context: state }, params) {
      const prepared = await prepare(documents, params)
      if (!('schema' in prepared)) return prepared
      const fields = rootFields(prepared)
      for (const [limit, calls] of chargedCalls(fields, rateLimits)) {
        if (!admits(state, await limits?.consume(limit, calls, state))) return rejection(429)
      }
      prepared.contextValue = resolverContext({ app, ports, limits, mask }, state, fields.size > 1)
      const { document, operation } = prepared
      return { schema, document, operationName: operation.name?.value, contextValue: { prepared, state } }
    },
    execute: ({ contextValue }) => execute(contextValue as Operation),
    formatError,
  })

  /** Stores the result as JSON in the state of the request, since graphql-http would encode a long one in one step. */
  async function execute({ prepared, state }: Operation): Promise<ExecutionResult> {
    // Introspection calls no use case, and otherwise only use cases pause.
    await pauseIfDue()
    state.result = await resultOf(prepared, state)
    return {}
  }

  /** Returns the result as JSON. Encodes a long one in slices. */
  async function resultOf(prepared: ValidatedExecutionArgs, state: RequestState): Promise<Answer['body']> {
    const { data = null, errors } = await executeRootSelectionSet(prepared)
    const { answer } = state
    if (answer.rejection === TOO_MUCH_IN_FLIGHT) state.retryAfterSeconds = 1
    const mark = markOf(state)
    const failed = (error: GraphQLError) => JSON.stringify({ data: null, errors: [formatError(error)], ...mark })
    if (answer.rejection) return failed(answer.rejection)
    const result = { data, ...(errors && { errors: errors.map(formatError) }), ...mark }
    if (answer.isSmall) return JSON.stringify(result)
    const chunks = await encodeJson(result, MAX_ANSWER_BYTES)
    return chunks === undefined ? failed(TOO_LONG) : Buffer.concat(chunks)
  }

  async function respond(request: Request, context: RequestContext): Promise<Response> {
    const answer = new AnswerSize(answersInFlight)
    context.onEnd?.(() => answer.end())
    try {
      // A link to a query must not act for the client that follows it.
      const cookies = request.method === 'POST' && sessionCookies?.keeps(request) ? sessionCookies : undefined
      const caller = await (cookies
        ? authenticate(ports, { cookie: cookies.tokenOf(request), client: clientOf(request, context.clientIp) })
        : callerOf(request, ports, context.clientIp))
      answer.owner = caller.kind === 'user' ? caller.userId : networkOf(context.clientIp)
      const state = createRequestState(request, context, caller, answer, cookies)
      const isAdmitted = admits(state, await limits?.consume('graphql', 1, state))
      const isWellFormed = state.dryRun !== undefined
      const given =
        isAdmitted && !isWellFormed
          ? badDryRun()
          : answerOf(isAdmitted ? await reply(httpRequest(state)) : rejection(429), state.result)
      return toResponse(cookies ? await gzipped(request, given) : given, state)
    } finally {
      if (!context.onEnd) answer.end()
    }
  }

  return (request, context) =>
    respond(request, context).catch((cause: unknown) =>
      plainResponse(dataless(busyFailure(cause) ? 503 : 500, [mask(cause)])),
    )
}

/** An executable operation and its request. */
type Operation = { readonly prepared: ValidatedExecutionArgs; readonly state: RequestState }

/** Returns the request in the form of graphql-http. */
const httpRequest = (state: RequestState) => ({
  method: state.request.method,
  url: '',
  headers: state.request.headers,
  body: null,
  raw: state.request,
  context: state,
})
