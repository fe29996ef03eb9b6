import { describe, expect, it } from 'vitest'
import type { WebhookMessage, WebhookSender } from '../../webhooks/deliveries/sender.port.ts'

/** Reaction of a webhook endpoint to a received message. */
export type ReceiverReply =
  | {
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string | Uint8Array
    }
  | 'silence'
  | 'hang up'

export interface TestReceiver {
  readonly url: string
  /** The messages that arrived, in order. Header names are lower case. */
  readonly received: readonly { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[]
  /** Resolves when this many messages have arrived. */
  arrived(count: number): Promise<unknown>
  close(): Promise<void>
}

export interface WebhookSenderFixture {
  /** May reach the endpoints, and soon gives up on one that does not respond. */
  readonly sender: WebhookSender
  startReceiver(reply: ReceiverReply): Promise<TestReceiver>
}

const NEVER = new AbortController().signal
const ANSWER_BYTES = 1024

const messageTo = (url: string): WebhookMessage => ({
  url,
  headers: { 'content-type': 'application/json', 'webhook-id': 'msg' },
  body: '{"a":"ä"}',
})

/** Delivery of webhook messages to untrusted endpoints. */
export const webhookSenderContract = (setUp: () => WebhookSenderFixture | Promise<WebhookSenderFixture>) =>
  describe('webhook sender', () => {
    async function send(reply: ReceiverReply) {
      const { sender, startReceiver } = await setUp()
      const receiver = await startReceiver(reply)
      return { receiver, answer: await sender.send(messageTo(receiver.url), NEVER) }
    }

    it('a message is posted as it is, and the answer is returned', async () => {
      const { receiver, answer } = await send({ status: 503, headers: { 'retry-after': '17' }, body: 'later' })
      expect(answer).toEqual({ kind: 'answered', status: 503, body: 'later', retryAfter: '17' })
      expect(receiver.received).toMatchObject([
        {
          body: '{"a":"ä"}',
          headers: { 'content-type': 'application/json', 'webhook-id': 'msg', 'content-length': '10' },
        },
      ])
    })

    it.each([301, 302, 303, 307, 308])('a redirect %i is returned as an answer and not followed', async (status) => {
      const { sender, startReceiver } = await setUp()
      const target = await startReceiver({ status: 200 })
      const receiver = await startReceiver({ status, headers: { location: target.url } })
      expect(await sender.send(messageTo(receiver.url), NEVER)).toMatchObject({ kind: 'answered', status })
      expect(target.received).toEqual([])
    })

    it('of a long answer the first KiB is returned', async () => {
      const { answer } = await send({ status: 200, body: 'x'.repeat(100_000) })
      expect(answer).toMatchObject({ kind: 'answered', body: 'x'.repeat(ANSWER_BYTES) })
    })

    it.each([
      ['NUL', new TextEncoder().encode('a\0b'), 'a\ufffdb'],
      ['broken UTF-8', Uint8Array.of(0x61, 0xff, 0xc3, 0x28), 'a\ufffd\ufffd('],
      [
        'a character cut by the limit',
        new TextEncoder().encode(`${'x'.repeat(ANSWER_BYTES - 1)}äää`),
        'x'.repeat(1023),
      ],
      ['lone surrogates in CESU-8', Uint8Array.of(0xed, 0xa0, 0x80), '\ufffd\ufffd\ufffd'],
    ])('an answer with %s is returned as storable text', async (_what, body, text) => {
      const { answer } = await send({ status: 200, body })
      expect(answer).toMatchObject({ kind: 'answered', body: text })
    })

    it.each(['silence', 'hang up'] as const)('a receiver that answers with %s is a failed try', async (reply) => {
      const { answer } = await send(reply)
      expect(answer).toEqual({ kind: 'failed', reason: expect.stringMatching(/./) })
    })

    it('a receiver that cannot be reached is a failed try', async () => {
      const { sender, startReceiver } = await setUp()
      const receiver = await startReceiver({ status: 200 })
      await receiver.close()
      expect(await sender.send(messageTo(receiver.url), NEVER)).toMatchObject({ kind: 'failed' })
    })

    it('an aborted try ends at once as a failed one, also when it was aborted before', async () => {
      const { sender, startReceiver } = await setUp()
      const receiver = await startReceiver('silence')
      const stop = new AbortController()
      const sending = sender.send(messageTo(receiver.url), stop.signal)
      await receiver.arrived(1)
      stop.abort()
      expect(await sending).toMatchObject({ kind: 'failed' })
      expect(await sender.send(messageTo(receiver.url), stop.signal)).toMatchObject({ kind: 'failed' })
      expect(receiver.received).toHaveLength(1)
    })
  })
