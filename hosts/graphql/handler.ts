import { networkOf } from '@shortlink/adapters/kit'
import { type App, authenticate, type Caller } from '@shortlink/core'
import { type ExecutionResult, executeRootSelectionSet, type GraphQLError, type ValidatedExecutionArgs } from 'graphql'
import { createHandler, type OperationArgs, type RequestParams } from 'graphql-http'
import { createByteBudget } from '../byte-budget.ts'
import type { Handler, RequestContext } from '../http/handler.ts'
import { encodeJson } from '../json-slices.ts'
import { requestId } from '../request-id.ts'
import { pauseIfDue } from '../slices.ts'
import { ANSWER_BUDGET, AnswerSize, MAX_ANSWER_BYTES, TOO_LONG, TOO_MUCH_IN_FLIGHT } from './answer/answer-size.ts'
import { finished, masked } from './errors.ts'
import { createDocuments } from './guard/documents.ts'
import { prepare } from './guard/operation.ts'
import type { GraphqlLimits } from './guard/rate-limits.ts'
import { chargedCalls, rootFields } from './guard/root-fields.ts'
import { readParams } from './request-params.ts'
import { admits, createRequestState, type RequestState } from './request-state.ts'
import { resolverContext } from './resolver-context.ts'
import { errorResponse, rejected, toResponse } from './responses.ts'
import { rateLimits, schema } from './schema.ts'

export interface GraphqlOptions {
  readonly app: App
  /** What credentials are checked against. */
  readonly ports: Parameters<typeof authenticate>[0]
  /** Receives every unexpected error once, with the id that the client sees. */
  readonly log: { error(details: { err: unknown; requestId: string }, message: string): void }
  /** Called with the code of each error in an answer. */
  readonly onErrorCode?: (code: string) => void
  /** Without it nothing is limited. */
  readonly limits?: GraphqlLimits
}

type Operation = OperationArgs & { readonly prepared: ValidatedExecutionArgs; readonly state: RequestState }

/** The GraphQL endpoint. It answers every method and body itself, and never rejects. */
export function createGraphqlHandler(options: GraphqlOptions): Handler {
  const { app, ports, log, limits, onErrorCode = () => {} } = options
  const documents = createDocuments(schema)
  const answersInFlight = createByteBudget(ANSWER_BUDGET)

  function mask(cause: unknown) {
    const id = requestId()
    log.error({ err: cause, requestId: id }, 'GraphQL request failed')
    return masked(id)
  }

  function formatError(error: Readonly<GraphQLError | Error>) {
    const formatted = finished(error, mask)
    onErrorCode(String(formatted.extensions.code))
    return formatted
  }

  /** Turns a request that could be read into an operation that may run. */
  async function begin(state: RequestState, params: RequestParams) {
    const prepared = await prepare(documents, params)
    if (!('schema' in prepared)) return prepared
    const fields = rootFields(prepared)
    for (const [limit, calls] of chargedCalls(fields, rateLimits)) {
      if (!admits(state, limits?.consume(limit, calls, state))) return rejected(429)
    }
    const contextValue = resolverContext({ app, ports, limits, mask }, state, fields.size > 1)
    const { document } = prepared
    return { schema, document, operationName: params.operationName, prepared: { ...prepared, contextValue }, state }
  }

  /** Returns the result. A long one is encoded here in slices, so that graphql-http has nothing to encode. */
  async function execute({ prepared, state }: Operation): Promise<ExecutionResult> {
    state.isExecuted = true
    // Introspection calls no use case, before each of which there is a pause.
    await pauseIfDue()
    const { data = null, errors } = await executeRootSelectionSet(prepared)
    const { answer } = state
    if (answer.rejection === TOO_MUCH_IN_FLIGHT) state.retryAfterSeconds = 1
    if (answer.rejection) return { data: null, errors: [answer.rejection] }
    if (answer.isSmall) return errors ? { data, errors } : { data }
    const chunks = await encodeJson(errors ? { data, errors: errors.map(formatError) } : { data }, MAX_ANSWER_BYTES)
    if (chunks === undefined) return { data: null, errors: [TOO_LONG] }
    state.encoded = Buffer.concat(chunks)
    return { data: null }
  }

  const handle = createHandler<Request, RequestState>({
    parseRequestParams: readParams,
    onSubscribe: ({ context }, params) => begin(context, params),
    execute: (operation) => execute(operation as Operation),
    formatError,
  })

  async function respond(request: Request, context: RequestContext): Promise<Response> {
    const answer = new AnswerSize(answersInFlight)
    context.onEnd?.(() => answer.end())
    try {
      const caller = await callerOf(request, ports)
      answer.owner = caller.kind === 'user' ? caller.userId : networkOf(context.clientIp)
      const state = createRequestState(request, context, caller, answer)
      const { method, url, headers } = request
      return toResponse(
        admits(state, limits?.consume('graphql', 1, state))
          ? await handle({ method, url, headers, body: () => request.text(), raw: request, context: state })
          : rejected(429),
        state,
      )
    } finally {
      if (!context.onEnd) answer.end()
    }
  }

  return (request, context) =>
    request.method === 'POST'
      ? respond(request, context).catch((cause: unknown) => errorResponse(500, mask(cause)))
      : errorResponse(405, undefined, { allow: 'POST' })
}

function callerOf({ headers }: Request, ports: GraphqlOptions['ports']): Promise<Caller> {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '') ?? []
  return authenticate(ports, { bearer, apiKey: headers.get('x-api-key') || undefined })
}
