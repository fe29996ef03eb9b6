import { networkOf } from '@shortlink/adapters/kit'
import { type App, attemptedAccount, authenticate, type Caller, type Visitor } from '@shortlink/core'
import { type ExecutionResult, executeRootSelectionSet, type GraphQLError, type ValidatedExecutionArgs } from 'graphql'
import { createHandler, type OperationArgs, type RequestParams } from 'graphql-http'
import { atMost } from '../at-most.ts'
import { createByteBudget } from '../byte-budget.ts'
import type { HttpReply, HttpRequest } from '../http/http-message.ts'
import { requestId } from '../request-id.ts'
import { ANSWERS_UNDER_WAY, AnswerSize, MAX_ANSWER, TOO_LONG, TOO_MUCH_UNDER_WAY } from './answer/answer-size.ts'
import { encodeInSlices } from './answer/encode.ts'
import type { Context } from './context.ts'
import { finished, masked } from './errors.ts'
import { createDocuments } from './guard/documents.ts'
import { prepare } from './guard/operation.ts'
import { type GraphqlLimits, nearest, type Quota, quotaHeaders } from './guard/quotas.ts'
import { chargedCalls, rootFields } from './guard/root-fields.ts'
import { finishedReply, readParams, refusal, refused } from './replies.ts'
import { rateLimits, schema } from './schema.ts'

export interface GraphqlOptions {
  readonly app: App
  /** What credentials are checked against. */
  readonly ports: Parameters<typeof authenticate>[0]
  /** Told of everything unexpected, once, with the id that the client is given. */
  readonly log: { error(details: { err: unknown; requestId: string }, message: string): void }
  /** Is told of each error that an answer tells, by its code. */
  readonly onErrorCode?: (code: string) => void
  /** Without it nothing is limited. */
  readonly limits?: GraphqlLimits
}

/** A request on its way; what is found out about it is noted here. */
interface Exchange {
  readonly request: HttpRequest
  readonly caller: Caller
  /** The one nearest to refusing, of those that the request counted against. */
  quota: Quota | undefined
  /** In seconds, when the request was refused because the server is busy. */
  retryAfterSeconds: number | undefined
  readonly answer: AnswerSize
  /** The answer, if it is long. */
  body?: Uint8Array<ArrayBuffer>
}

type Operation = OperationArgs & { readonly prepared: ValidatedExecutionArgs; readonly exchange: Exchange }

/** What a request asks of the store at once. */
const READS_AT_ONCE = 4

/** The GraphQL endpoint for any HTTP server. It answers every method and body itself and never rejects. */
export function createGraphqlHandler({ app, ports, log, limits, onErrorCode = () => {} }: GraphqlOptions) {
  const documents = createDocuments(schema)
  const underWay = createByteBudget(ANSWERS_UNDER_WAY)

  function mask(cause: unknown) {
    const id = requestId()
    log.error({ err: cause, requestId: id }, 'GraphQL request failed')
    return masked(id)
  }

  /** Counts calls against a limit; true if it lets them through. */
  async function admits(exchange: Exchange, limit: Parameters<GraphqlLimits['consume']>[0], calls: number) {
    const { caller, request } = exchange
    const quota = await limits?.consume(limit, calls, { caller, clientIp: request.clientIp })
    exchange.quota = nearest(exchange.quota, quota)
    return quota?.allowed ?? true
  }

  /** From a readable request to an operation that may run. */
  async function begin(exchange: Exchange, params: RequestParams) {
    const prepared = prepare(documents, params)
    if (!('schema' in prepared)) return prepared
    const fields = rootFields(prepared)
    for (const [limit, calls] of chargedCalls(fields, rateLimits)) {
      if (!(await admits(exchange, limit, calls))) return refusal(429)
    }
    const { caller, request } = exchange
    const contextValue: Context = {
      app,
      mask,
      refuseUntil(seconds) {
        exchange.retryAfterSeconds = seconds
      },
      caller,
      answer: exchange.answer,
      few: atMost(READS_AT_ONCE),
      visitor: visitorOf(request),
      idempotencyKey: request.header('idempotency-key') ?? undefined,
      severalMutations: fields.size > 1,
      attemptedAccount: (email) => attemptedAccount(ports, email),
      admitsLogin(account) {
        const quota = limits?.admitLogin?.(account, request.clientIp)
        exchange.quota = nearest(exchange.quota, quota)
        return quota?.allowed ?? true
      },
      countFailedLogin: (account) => limits?.countFailedLogin?.(account),
    }
    const { document } = prepared
    return { schema, document, operationName: params.operationName, prepared: { ...prepared, contextValue }, exchange }
  }

  const handle = createHandler<Exchange>({
    parseRequestParams: readParams,
    onSubscribe: ({ raw }, params) => begin(raw, params),
    execute: (operation) => execute(operation as Operation),
    formatError,
  })

  function formatError(error: Readonly<GraphQLError | Error>) {
    const told = finished(error, mask)
    onErrorCode(String(told.extensions.code))
    return told
  }

  /** The result; a long one is encoded here, and nothing of it is left for graphql-http to encode. */
  async function execute({ prepared, exchange }: Operation): Promise<ExecutionResult> {
    const { data = null, errors } = await executeRootSelectionSet(prepared)
    const { answer } = exchange
    if (answer.refusal === TOO_MUCH_UNDER_WAY) exchange.retryAfterSeconds = 1
    if (answer.refusal) return { data: null, errors: [answer.refusal] }
    if (answer.isSmall) return errors ? { data, errors } : { data }
    const body = await encodeInSlices(errors ? { data, errors: errors.map(formatError) } : { data }, MAX_ANSWER)
    if (body === undefined) return { data: null, errors: [TOO_LONG] }
    exchange.body = body
    return { data: null }
  }

  async function answer(request: HttpRequest): Promise<HttpReply> {
    const size = new AnswerSize(underWay)
    request.onEnd?.(() => size.end())
    try {
      const caller = await callerOf(request, ports)
      size.owner = caller.kind === 'user' ? caller.userId : networkOf(request.clientIp)
      return await answerTo({ request, caller, quota: undefined, retryAfterSeconds: undefined, answer: size })
    } finally {
      if (!request.onEnd) size.end()
    }
  }

  async function answerTo(exchange: Exchange): Promise<HttpReply> {
    const { request } = exchange
    const response = (await admits(exchange, 'graphql', 1))
      ? await handle({ ...HANDLED, headers: { get: (name) => request.header(name) }, raw: exchange })
      : refusal(429)
    const { headers, ...reply } = finishedReply(response)
    const { quota, retryAfterSeconds, body = reply.body ?? null } = exchange
    const status = quota?.allowed === false || retryAfterSeconds !== undefined ? 429 : reply.status
    const retryAfter = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
    return {
      status,
      headers: { ...headers, ...retryAfter, ...quotaHeaders(quota), 'cache-control': 'no-store' },
      body,
    }
  }

  return (request: HttpRequest): Promise<HttpReply> =>
    request.method === 'POST'
      ? answer(request).catch((cause: unknown) => refused(500, mask(cause)))
      : Promise.resolve(finishedReply(refusal(405, { allow: 'POST' })))
}

/** What graphql-http is not to look at: `readParams` reads the body, and only POST gets so far. */
const HANDLED = { method: 'POST', url: '', body: null, context: undefined }

function callerOf(request: HttpRequest, ports: GraphqlOptions['ports']): Promise<Caller> {
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(request.header('authorization') ?? '') ?? []
  return authenticate(ports, { bearer, apiKey: request.header('x-api-key') || undefined })
}

const visitorOf = (request: HttpRequest): Visitor => ({
  ip: request.clientIp,
  userAgent: request.header('user-agent'),
  referrer: request.header('referer'),
  acceptLanguage: request.header('accept-language'),
  query: '',
  counts: true,
})
