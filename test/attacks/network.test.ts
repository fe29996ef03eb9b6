import { expect, it } from 'vitest'
import { exchange } from '../support/raw-http.ts'
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
