import { once } from 'node:events'
import { expect, it } from 'vitest'
import { exchange } from '../support/raw-http.ts'
import { launchServer } from '../support/server.ts'
import { attackedServer } from './attacked-server.ts'

const send = (url: string, line: string, body = '') =>
  exchange(
    url,
    `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
const statusOf = (answer: string) => Number(answer.split(' ', 2)[1])

it('M3: what a proxy forbids by its path is reached by no other spelling of it', async () => {
  const { url } = await attackedServer()
  const ping = '{"query":"{ ping }"}'
  for (const target of [
    '/internal\\tls-check',
    '/./internal/tls-check',
    '/x/%2e%2e/internal/tls-check',
    '/x%5C..%5Cmetrics',
  ])
    expect([target, statusOf(await send(url, `GET ${target}?domain=a.b`))]).toEqual([target, 400])
  for (const target of ['/x\\..\\graphql', '/.\\graphql', '//graphql', '/x/../graphql']) {
    const answer = await send(url, `POST ${target}`, ping)
    expect([target, statusOf(answer)]).toEqual([target, 400])
    expect(answer).not.toContain('pong')
  }
  expect(await send(url, 'GET /%69nternal/tls-check?domain=a.b')).not.toContain('Unknown domain')
  expect(await send(url, 'POST /%67raphql', ping)).not.toContain('pong')
})

it('a payment event without a body is 404 with billing off and 400 with it on, never a fault', async () => {
  const billing = { PAYMENT_SECRET_KEY: 'sk_test_none', PAYMENT_WEBHOOK_SECRET: 'whsec_of_the_tests_of_payments' }
  for (const [settings, status] of [
    [{}, 404],
    [billing, 400],
  ] as const) {
    const { url, log } = await attackedServer('sqlite', settings)
    for (const headers of [
      '',
      'Content-Length: 0\r\n',
      'Content-Length: 0\r\nStripe-Signature: t=1,v1=00\r\n',
      'Transfer-Encoding: chunked\r\n',
    ]) {
      const body = headers.startsWith('Transfer') ? '0\r\n\r\n' : ''
      const request = `POST /webhooks/payment HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n${body}`
      expect([headers, statusOf(await exchange(url, request))]).toEqual([headers, status])
    }
    expect(log()).not.toContain('unexpected error')
  }
})

it('L5 and L10: certificate checks, probes and unknown paths are limited for each network, healthz is not', async () => {
  const { url } = await attackedServer()
  for (const path of ['/internal/tls-check?domain=go.brand.example', '/readyz', '/metrics', '/a/b/c']) {
    const answers = await Promise.all(Array.from({ length: 650 }, () => fetch(`${url}${path}`)))
    expect([path, answers.filter(({ status }) => status === 429).length]).toEqual([path, 50])
  }
  const alive = await Promise.all(Array.from({ length: 650 }, () => fetch(`${url}/healthz`)))
  expect(alive.every(({ status }) => status === 200)).toBe(true)
  const short = launchServer({ METRICS_TOKEN: 'x', PROXY_TLS_CHECK_SECRET: 'y' })
  await once(short.process, 'exit')
  expect(short.process.exitCode).toBe(78)
  for (const name of ['METRICS_TOKEN', 'PROXY_TLS_CHECK_SECRET']) expect(short.log()).toContain(name)
})
