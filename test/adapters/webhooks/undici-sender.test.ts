import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { outgoing } from '@shortlink/adapters/webhooks'
import { type ReceiverReply, webhookSenderContract } from '@shortlink/core/contracts'
import type { WebhookMessage } from '@shortlink/core/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startDnsServer } from '../../support/dns.ts'
import { INSIDE_HOSTS } from '../../support/inside-addresses.ts'
import { startReceiver } from '../../support/receiver.ts'

const NEVER = new AbortController().signal

const messageTo = (url: string): WebhookMessage => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg' },
  body: '{"a":"ä"}',
})

function openSender(options: Partial<Parameters<typeof outgoing>[0]> = {}) {
  const { sender } = outgoing({ allowPrivate: true, ...options })
  onTestFinished(() => sender.close())
  return sender
}

const sendTo = async (answer: RequestListener, options?: Parameters<typeof openSender>[0]) => {
  const receiver = await startReceiver(answer)
  return { receiver, answer: await openSender(options).send(messageTo(receiver.url), NEVER) }
}

webhookSenderContract(() => ({
  sender: openSender({ timeoutMs: 1000 }),
  startReceiver: (reply) => startReceiver(replying(reply)),
}))

const replying =
  (reply: ReceiverReply): RequestListener =>
  (request, response) => {
    if (reply === 'hang up') request.socket.destroy()
    else if (reply !== 'silence') response.writeHead(reply.status, reply.headers).end(reply.body)
  }

describe('the sender', () => {
  it('the sender names itself to receivers', async () => {
    const { receiver } = await sendTo((_request, response) => response.end())
    expect(receiver.received[0]?.headers['user-agent']).toMatch(/shortlink/)
  })

  it('the sender keeps connections for the next messages', async () => {
    const receiver = await startReceiver()
    const sender = openSender()
    for (let n = 0; n < 20; n++) await sender.send(messageTo(receiver.url), NEVER)
    // The last one may not be free again yet when the next message goes.
    expect(receiver.connections()).toBeLessThanOrEqual(2)
  })

  it('the sender reads the first KiB of an endless answer and ends the connection', async () => {
    let sent = 0
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const before = process.memoryUsage().rss
    const { answer, receiver } = await sendTo((_request, response) => {
      const more = () => {
        while (sent < 1024 ** 3 && !response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', more)
      more()
    })
    expect(answer).toMatchObject({ kind: 'answered', status: 200, body: 'x'.repeat(1024) })
    expect(sent).toBeLessThan(16 * 1024 ** 2)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2)
    expect(receiver.received).toHaveLength(1)
  })

  it('the sender does not inflate a compressed answer', async () => {
    const bomb = gzipSync(Buffer.alloc(150 * 1024 ** 2))
    const before = process.memoryUsage().rss
    const { answer } = await sendTo((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 ** 2)
  })

  it.each([
    ['that never ends its body', (_request, response) => response.writeHead(200).write('a')],
    [
      'that dribbles',
      (_request, response) => {
        response.writeHead(200).flushHeaders()
        const timer = setInterval(() => response.write('a'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
  ] satisfies [string, RequestListener][])('the sender gives up on a receiver %s', async (_what, answer) => {
    const sent = await sendTo(answer, { timeoutMs: 300 })
    expect(sent.answer).toEqual({ kind: 'failed', reason: 'Timed out after 0.3 s' })
  })

  it('a network failure is reported by its code alone', async () => {
    const receiver = await startReceiver()
    await receiver.close()
    const refused = await openSender().send(messageTo(receiver.url), NEVER)
    expect(refused).toEqual({ kind: 'failed', reason: 'The host refused the connection' })
    const { answer } = await sendTo((request) => request.socket.destroy())
    expect(answer).toEqual({ kind: 'failed', reason: 'The connection closed before the response was complete' })
  })

  it.each([
    'not http at all\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n',
    'HTTP/9.9 200\r\n\r\n',
  ])('the sender survives nonsense: %j', async (nonsense) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(nonsense)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const answer = await openSender({ timeoutMs: 2000 }).send(messageTo(`http://127.0.0.1:${port}/`), NEVER)
    expect(answer).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/^Network error: (HPE_|HTTPParserError|UND_ERR_RES)/),
    })
  })
})

describe('the guarded sender', () => {
  const REFUSED = { kind: 'failed', reason: 'Refused: the address is not public' }

  it('the guarded sender connects to no private address, in any spelling', async () => {
    const receiver = await startReceiver()
    const dns = await startDnsServer()
    onTestFinished(() => dns.close())
    const sender = openSender({ allowPrivate: false, dnsServers: [dns.address], timeoutMs: 2000 })
    for (const host of INSIDE_HOSTS) {
      const answer = await sender.send(messageTo(`http://${host}:${receiver.port}/`), NEVER)
      expect(answer.kind).toBe('failed')
    }
    expect(await sender.send(messageTo(receiver.url), NEVER)).toEqual(REFUSED)
    expect(receiver.connections()).toBe(0)
  })

  it.each([
    ['loopback', ['127.0.0.1']],
    ['loopback over IPv6', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    ['this host', ['0.0.0.0']],
    ['a metadata host', ['169.254.169.254']],
    ['a private network', ['10.0.0.1']],
    ['an inside address behind a public one', ['93.184.215.14', '127.0.0.1']],
    ['an inside address before a public one', ['127.0.0.1', '93.184.215.14']],
    ['public IPv4 and inside IPv6', ['93.184.215.14', '::1']],
    ['inside IPv4 and public IPv6', ['127.0.0.1', '2606:4700:4700::1111']],
    ['6to4', ['2002:7f00:1::1']],
  ])('the guarded sender connects to no name that resolves to %s', async (_what, addresses) => {
    const receiver = await startReceiver()
    const dns = await startDnsServer()
    onTestFinished(() => dns.close())
    dns.addresses('hook.example', () => addresses)
    const sender = openSender({ allowPrivate: false, dnsServers: [dns.address] })
    expect(await sender.send(messageTo(`http://hook.example:${receiver.port}/`), NEVER)).toEqual(REFUSED)
    expect(receiver.connections()).toBe(0)
  })

  it.each([1, 2, 3, 4, 5])(
    'the guarded sender connects to no name whose answer changes after %i queries',
    async (honest) => {
      const receiver = await startReceiver()
      const dns = await startDnsServer()
      onTestFinished(() => dns.close())
      let queries = 0
      // A public address that no test reaches: the test counts the connections to the receiver on this machine only.
      dns.addresses('rebind.example', () => (queries++ < honest ? ['93.184.215.14'] : ['127.0.0.1']))
      const { sender, addressGuard } = outgoing({ allowPrivate: false, dnsServers: [dns.address], timeoutMs: 300 })
      onTestFinished(() => sender.close())
      const url = `http://rebind.example:${receiver.port}/`
      await addressGuard.objection(url)
      for (let n = 0; n < 4; n++) expect(await sender.send(messageTo(url), NEVER)).toMatchObject({ kind: 'failed' })
      expect(queries).toBeGreaterThan(honest)
      expect(receiver.connections()).toBe(0)
    },
  )

  it('the guarded sender connects to the address that was checked', async () => {
    const receiver = await startReceiver()
    const dns = await startDnsServer()
    onTestFinished(() => dns.close())
    let queries = 0
    dns.addresses('pinned.example', () => (queries++ < 2 ? ['127.0.0.1'] : ['192.0.2.1']))
    const sender = openSender({ allowPrivate: true, dnsServers: [dns.address] })
    const answer = await sender.send(messageTo(`http://pinned.example:${receiver.port}/`), NEVER)
    expect(answer).toMatchObject({ kind: 'answered', status: 200 })
    expect(queries).toBe(2)
    expect(receiver.received[0]?.headers.host).toBe(`pinned.example:${receiver.port}`)
  })
})
