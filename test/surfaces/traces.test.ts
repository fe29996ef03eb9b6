import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Configure } from '../../hosts/app/composition.ts'
import { readSettings } from '../../hosts/app/settings/settings.ts'
import { createLog } from '../../hosts/kit/log.ts'
import { startServer } from '../../hosts/server/serve.ts'
import { rawClient } from '../hosts/mcp/client.ts'
import { headersOf, modernCall } from '../hosts/mcp/modern-client.ts'
import { follow, newAccount } from '../support/api.ts'
import type { ExportedSpan } from '../support/otlp.ts'
import { startReceiver } from '../support/receiver.ts'
import { restClient } from '../support/rest.ts'
import { spawnServer, surfaceDatabases, testEnvironment } from '../support/server.ts'
import { startTraceReceiver, type TraceReceiver } from '../support/trace-receiver.ts'

const CREDENTIAL = 'the-credential-of-the-collector'
const TARGET = 'https://example.com/private?token=the-token-of-a-target'
const LINK_PASSWORD = 'the password of a link'
const TITLE = 'a title that only its owner reads'
const CREATE =
  'mutation ($target: String!, $slug: String, $title: String, $password: String) { addShortlink(input: { target: $target, shortlink: $slug, title: $title, password: $password }) { id } }'

const tracesTo = ({ url }: Pick<TraceReceiver, 'url'>, settings: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${CREDENTIAL}`,
  TRACES_REDIRECT_RATIO: '1',
  ...settings,
})

/** A server in this process, its log, and what it exported by the time it has closed. */
async function tracedServer(settings: Record<string, string>, configure?: Configure) {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const environment = await testEnvironment('sqlite', settings)
  const server = await startServer(readSettings(environment), log, { configure })
  let closing: Promise<void> | undefined
  const close = () => (closing ??= server.close('the test is over'))
  onTestFinished(close)
  return { url: server.url, lines, close }
}

const childrenOf = (spans: readonly ExportedSpan[], { spanId }: ExportedSpan) =>
  spans.filter(({ parentId }) => parentId === spanId)

function only<T>(items: readonly T[]): T {
  expect(items).toHaveLength(1)
  return items[0] as T
}

/** The request with this name, the link's creation below it, and the statements below that. */
function treeOf(spans: readonly ExportedSpan[], name: string) {
  const request = only(spans.filter((span) => span.name === name && span.parentId === ''))
  const useCase = only(childrenOf(spans, request).filter(({ name }) => name === 'createLink'))
  const statements = childrenOf(spans, useCase)
  return { request, useCase, statements }
}

describe.each(surfaceDatabases(import.meta.url))('traces of a server on %s', (database) => {
  it('a call over each API is a tree of request, use case and statements, without a secret', async () => {
    const receiver = await startTraceReceiver()
    const endpoint = await startReceiver()
    const environment = await testEnvironment(database, { ...tracesTo(receiver), LOG_LEVEL: 'trace' })
    const server = await spawnServer(environment)
    const account = await newAccount(server.url)
    const { data } = await account.ask(
      'mutation ($url: String!) { createApiKey(label: "key") { secret } createWebhook(input: { url: $url, events: ["link.created"] }) { secret } }',
      { url: `${endpoint.url}hook?token=of-the-endpoint` },
    )
    const [key, webhook] = [data.createApiKey.secret as string, data.createWebhook.secret as string]
    await account.ask(CREATE, { target: TARGET, slug: 'traced', title: TITLE, password: LINK_PASSWORD })
    const rest = restClient(server.url, { 'x-api-key': key })
    const created = await rest('POST', '/links', { target: TARGET, slug: 'by-rest' })
    expect(created.status).toBe(201)
    const call = modernCall('create_shortlink', { target: TARGET })
    const called = await rawClient(`${server.url}/mcp`, key).send(call, headersOf(call))
    expect([called.status, await called.text()]).toEqual([200, expect.not.stringContaining('error')])
    await endpoint.arrived(3)
    expect((await follow(server.url, 'by-rest')).status).toBe(302)
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')

    const spans = receiver.spans()
    const system = database === 'sqlite' ? 'sqlite' : 'postgresql'
    for (const [name, surface] of [
      ['POST /api/v1/links', 'REST'],
      ['POST /mcp', 'MCP'],
    ] as const) {
      const { request, useCase, statements } = treeOf(spans, name)
      expect(request).toMatchObject({ kind: 2, isError: false, attributes: { 'http.request.method': 'POST' } })
      expect(useCase).toMatchObject({
        kind: 1,
        attributes: { 'shortlink.surface': surface, 'shortlink.caller': 'user' },
      })
      expect(statements).toContainEqual(
        expect.objectContaining({ kind: 3, attributes: expect.objectContaining({ 'db.system.name': system }) }),
      )
      expect(statements.map(({ attributes }) => attributes['db.collection.name'])).toContain('links')
      for (const span of [useCase, ...statements]) {
        expect(span.traceId).toBe(request.traceId)
        expect(span.startMs).toBeGreaterThanOrEqual(request.startMs)
        expect(span.endMs).toBeLessThanOrEqual(request.endMs)
      }
    }
    const restRequest = treeOf(spans, 'POST /api/v1/links').request
    expect(restRequest.attributes).toMatchObject({
      'http.route': '/api/v1/links',
      'http.response.status_code': 201,
      'shortlink.request_id': created.headers.get('x-request-id'),
    })
    const useCases = spans.filter(({ attributes }) => attributes['shortlink.surface'] === 'GRAPHQL')
    expect(useCases.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['signUp', 'createApiKey', 'createWebhook', 'createLink']),
    )
    const deliveries = spans.filter(({ name }) => name === 'deliver webhook')
    expect(deliveries.map(({ attributes }) => attributes['shortlink.delivery_id']).sort()).toEqual(
      endpoint.received.map(({ headers }) => headers['webhook-id']).sort(),
    )
    expect(deliveries[0]).toMatchObject({ kind: 3, parentId: '', attributes: { 'http.response.status_code': 200 } })
    expect(endpoint.received.map(({ headers }) => headers.traceparent)).toEqual([undefined, undefined, undefined])
    const redirect = only(spans.filter(({ name }) => name === 'GET /:slug'))
    expect(redirect).toMatchObject({ kind: 2, attributes: { 'http.response.status_code': 302 } })
    expect(only([...new Set(spans.map(({ resource }) => resource['service.name']))])).toBe('shortlink')

    for (const { path, headers } of receiver.exports) {
      expect(path).toBe('/v1/traces')
      expect(headers.authorization).toBe(`Bearer ${CREDENTIAL}`)
    }
    const exported = Buffer.concat(receiver.exports.map(({ body }) => body)).toString('latin1')
    const secrets = { key, webhook, ...account, TARGET, TITLE, LINK_PASSWORD, token: 'token=', slug: 'by-rest' }
    for (const [name, secret] of Object.entries(secrets))
      if (typeof secret === 'string') expect(exported.includes(secret), name).toBe(false)
    expect(exported).not.toContain('127.0.0.1')
    expect(server.log()).not.toContain(CREDENTIAL)
  })
})

const TRACE = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'
const SPAN = 'bbbbbbbbbbbbbbbb'

/** Creates a link, with a `traceparent`; returns the id of the request. */
async function askWith(url: string, traceparent: string) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent },
    body: JSON.stringify({ query: 'mutation { createShortlink(target: "https://example.com/") }' }),
  })
  await response.text()
  return response.headers.get('x-request-id')
}

describe('a traced request', () => {
  it('has one id in its response, its log lines and its span, and a caller can join or leave a trace', async () => {
    const receiver = await startTraceReceiver()
    const failing: Configure = (root) => {
      root.decorate('app', () => ({
        run() {
          throw new Error('the inside of it')
        },
      }))
    }
    const { url, lines, close } = await tracedServer(tracesTo(receiver, { TRACES_REDIRECT_RATIO: '0' }), failing)
    const joined = await askWith(url, `00-${TRACE}-${SPAN}-01`)
    const malformed = await askWith(url, `00-${TRACE}-${SPAN}-01-more`)
    const left = await askWith(url, `00-${TRACE}-${SPAN}-00`)
    expect((await follow(url, 'unknown')).status).toBe(404)
    await close()
    const spans = receiver.spans()
    const spanOf = (id: string | null) =>
      spans.find(({ attributes }) => attributes['shortlink.request_id'] === id) as ExportedSpan
    const lineOf = (id: string | null) => only(lines.filter(({ requestId }) => requestId === id))
    expect(spanOf(joined)).toMatchObject({ name: 'POST /graphql', traceId: TRACE, parentId: SPAN })
    expect(lineOf(joined)).toMatchObject({ traceId: TRACE, msg: 'GraphQL request failed' })
    expect(spanOf(malformed)).toMatchObject({ parentId: '' })
    expect(spanOf(malformed).traceId).not.toBe(TRACE)
    expect(lineOf(malformed)).toMatchObject({ traceId: spanOf(malformed).traceId })
    expect(lineOf(left)).not.toHaveProperty('traceId')
    expect(spans.map(({ name }) => name)).toEqual(['POST /graphql', 'POST /graphql'])
  })

  it('cannot make a server trace what its sampler leaves out', async () => {
    const receiver = await startTraceReceiver()
    const { url, close } = await tracedServer(
      tracesTo(receiver, { OTEL_TRACES_SAMPLER: 'always_off', TRACES_REDIRECT_RATIO: '0' }),
    )
    await askWith(url, `00-${TRACE}-${SPAN}-01`)
    await follow(url, 'unknown', { traceparent: `00-${TRACE}-${SPAN}-01` })
    await close()
    expect(receiver.exports).toEqual([])
  })

  it('succeeds while the receiver refuses spans, which the log reports once', async () => {
    const receiver = await startTraceReceiver((_request, response) => void response.writeHead(401).end('who are you'))
    const { url, lines, close } = await tracedServer(tracesTo(receiver))
    const account = await newAccount(url)
    expect((await account.ask(CREATE, { target: TARGET, slug: 'away' })).errors).toEqual([])
    expect((await follow(url, 'away')).status).toBe(302)
    // By a timer that a request has started.
    await expect.poll(() => lines.some(({ reason }) => reason === 'HTTP 401')).toBe(true)
    await close()
    expect(receiver.exports.length).toBeGreaterThan(0)
    const reported = lines.filter(({ reason }) => reason === 'HTTP 401')
    expect(only(reported)).not.toHaveProperty('requestId')
    expect(only(reported).msg).toMatch(/^OTEL_EXPORTER_OTLP_ENDPOINT does not accept traces/)
    expect(lines.at(-1)?.msg).toBe('stopped')
  })
})
