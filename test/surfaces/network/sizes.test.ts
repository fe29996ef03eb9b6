import { describe, expect, it } from 'vitest'
import { rawConnection, statusesOf } from '../../support/raw-http.ts'
import { useTestServer } from '../../support/server.ts'

const KB = 1024
const HEAD = 'HTTP/1.1\r\nHost: localhost\r\n'

describe('what is too large', () => {
  const server = useTestServer()

  /** The status of the first answer. */
  async function firstAnswer(bytes: string) {
    const socket = await rawConnection(server.url)
    return new Promise<number>((resolve, reject) => {
      socket.once('data', (text: string) => resolve(statusesOf(text)[0] ?? 0))
      socket.once('close', () => reject(new Error('Cut without an answer')))
      socket.write(bytes, 'latin1')
    })
  }

  it.each([
    ['a header of 64 KB', `GET /healthz ${HEAD}X: ${'x'.repeat(64 * KB)}\r\n\r\n`],
    ['a header of 1 MB', `GET /healthz ${HEAD}X: ${'x'.repeat(KB * KB)}\r\n\r\n`],
    ['a path of 64 KB', `GET /${'x'.repeat(64 * KB)} ${HEAD}\r\n`],
    ['a path of 1 MB', `GET /${'x'.repeat(KB * KB)} ${HEAD}\r\n`],
    ['a query of 64 KB', `GET /x?${'x'.repeat(64 * KB)} ${HEAD}\r\n`],
    ['ten thousand headers', `GET /healthz ${HEAD}${'X: y\r\n'.repeat(10_000)}\r\n`],
    ['a cookie of 64 KB', `GET /healthz ${HEAD}Cookie: ${'x'.repeat(64 * KB)}\r\n\r\n`],
    ['a host of 64 KB', `GET /healthz HTTP/1.1\r\nHost: ${'x'.repeat(64 * KB)}\r\n\r\n`],
    ['a method of 64 KB', `${'X'.repeat(64 * KB)} / ${HEAD}\r\n`],
  ])('a request that is too large is refused, not waited for until a timeout: %s', async (_what, bytes) => {
    expect([400, 414, 431]).toContain(await firstAnswer(bytes))
  })

  it.each(['/graphql', '/internal/tls-check', '/none'])(
    'a body over 1 MiB for %s is refused before it is sent',
    async (path) => {
      const status = await firstAnswer(
        `POST ${path} ${HEAD}Content-Type: application/json\r\nContent-Length: ${16 * KB * KB}\r\n\r\n{`,
      )
      expect(status).toBe(path === '/graphql' ? 413 : 405)
    },
  )

  it('a chunked body is refused as soon as it is over 1 MiB', async () => {
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
    const status = await firstAnswer(
      `POST /graphql ${HEAD}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`,
    )
    expect(status).toBe(413)
  })

  it('a head just below the limit is read', async () => {
    const status = await firstAnswer(`GET /healthz ${HEAD}X: ${'x'.repeat(15 * KB)}\r\n\r\n`)
    expect(status).toBe(200)
  })
})
