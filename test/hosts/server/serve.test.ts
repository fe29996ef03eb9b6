import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import type { Configure } from '../../../hosts/app/composition.ts'
import { readSettings } from '../../../hosts/app/settings/settings.ts'
import { createLog } from '../../../hosts/kit/log.ts'
import { startServer } from '../../../hosts/server/serve.ts'
import { closed, rawConnection } from '../../support/raw-http.ts'
import { startTestServer, testEnvironment } from '../../support/server.ts'

it('a start on a taken port rejects with that, also when a part fails to close, and frees the database', async () => {
  const environment = await testEnvironment('sqlite')
  const other = createServer().listen(Number(environment.PORT), environment.HOST)
  onTestFinished(() => void other.close())
  const settings = readSettings(environment)
  const log = createLog('silent')
  const configure: Configure = (root) =>
    root.part(
      'qrCodes',
      [],
      () => ({}) as never,
      () => Promise.reject(new Error('stuck')),
    )
  await expect(startServer(settings, log, { configure })).rejects.toThrow(/PORT|taken|use/)
  other.close()
  const server = await startServer(settings, log)
  await server.close('test')
})

it('a start whose servers cannot be made frees the database', async () => {
  const settings = readSettings(await testEnvironment('sqlite'))
  const log = createLog('silent')
  const limits = new Proxy({} as never, {
    get() {
      throw new Error('no limits')
    },
  })
  await expect(startServer(settings, log, { limits })).rejects.toThrow('no limits')
  const server = await startServer(settings, log)
  await server.close('test')
})

const GET = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
const POST =
  'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 24\r\nExpect: 100-continue\r\n\r\n'

it('a server that stops answers what is sent on open connections, with Connection: close, and then ends them', async () => {
  // As long as a test may take, so that no connection is ended for being idle.
  const server = await startTestServer({ limits: { lastRequestTimeout: 60_000 } })
  const open = async (first: string, expected: RegExp) => {
    const socket = await rawConnection(server.url)
    const answer = { text: '', isOver: closed(socket) }
    socket.on('data', (text: string) => {
      answer.text += text
    })
    socket.write(first)
    await expect.poll(() => answer.text).toMatch(expected)
    answer.text = ''
    return { socket, answer }
  }
  const answered = await open(GET, /^HTTP\/1.1 200 .*connection: keep-alive.*"ok"}/is)
  const redirected = await open('GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1.1 404 .*found/s)
  const halfSent = await open(POST, /^HTTP\/1.1 100 /)

  const stopped = server.close('test')
  answered.socket.write(GET)
  redirected.socket.write('GET /none HTTP/1.1\r\nHost: localhost\r\n\r\n')
  halfSent.socket.write('{"query":"{__typename}"}')
  await stopped
  await Promise.all([answered, redirected, halfSent].map(({ answer }) => answer.isOver))
  expect(answered.answer.text).toMatch(/^HTTP\/1.1 200 .*connection: close.*"ok"}$/is)
  expect(redirected.answer.text).toMatch(/^HTTP\/1.1 404 .*connection: close/is)
  expect(halfSent.answer.text).toMatch(/^HTTP\/1.1 200 .*connection: close.*"Query"/is)
})

it('a server that stops closes connections on which nothing is sent', async () => {
  const settings = { SHUTDOWN_TIMEOUT_MS: '600000' }
  const server = await startTestServer({ settings, limits: { lastRequestTimeout: 1, socketTimeout: 600_000 } })
  const socket = await rawConnection(server.url)
  socket.write(GET)
  await once(socket, 'data')
  const over = closed(socket)
  await server.close('test')
  await over
})

it.each([true, false])('WARM_UP=%s decides whether the start of deliveries also starts threads', async (warmsUp) => {
  let warmedUp = false
  const started = new Promise<void>((resolve) => {
    const configure: Configure = (root) => {
      root.replace('hitSink', {
        record: async () => [],
        warmUp() {
          warmedUp = true
        },
        close: async () => {},
      } as never)
      root.replace('dispatcher', { wake: () => {}, stop: async () => {}, start: resolve } as never)
    }
    void startTestServer({ settings: { WARM_UP: String(warmsUp) }, configure }).then((server) =>
      onTestFinished(() => server.close('test')),
    )
  })
  await started
  await new Promise(setImmediate)
  expect(warmedUp).toBe(warmsUp)
})
