import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { LazyHeadersRequest } from '../../../../hosts/http/redirect/lazy-headers-request.ts'

const NAMES = [
  ...[
    'host',
    'accept',
    'expect',
    'referer',
    'purpose',
    'dnt',
    'sec-gpc',
    'x-moz',
    'x-purpose',
    'user-agent',
    'sec-purpose',
  ],
  ...['content-length', 'accept-language', 'x-forwarded-for', 'transfer-encoding'],
]
const OTHERS = [
  'connection',
  'cookie',
  'sec-fetch-site',
  'accept-encoding',
  'origin',
  'x',
  'x-forwarded-xxx',
  'x'.repeat(2000),
]

const spelled = (name: string) =>
  fc
    .array(fc.boolean(), { minLength: name.length, maxLength: name.length })
    .map((capitals) => [...name].map((letter, index) => (capitals[index] ? letter.toUpperCase() : letter)).join(''))
const header = fc.tuple(fc.constantFrom(...NAMES, ...OTHERS).chain(spelled), fc.string({ maxLength: 9 }))

interface Receiving extends IncomingMessage {
  joinDuplicateHeaders: boolean
  _addHeaderLines(raw: readonly string[], length: number): void
}

/** A request with headers as node:http's parser hands them over. */
function received<R extends IncomingMessage>(Request: new (socket: Socket) => R, raw: readonly string[]): R {
  const request = new Request(new Socket())
  const receiving = request as unknown as Receiving
  receiving.joinDuplicateHeaders = true
  receiving._addHeaderLines(raw, raw.length)
  return request
}

describe('a lean request', () => {
  test.prop([fc.array(header)])(
    'a lazy request returns the hot headers as node:http does, and all headers on demand',
    (headers) => {
      const raw = headers.flat()
      const [usual, lean] = [received(IncomingMessage, raw), received(LazyHeadersRequest, raw)]
      for (const name of NAMES) expect(lean.headers[name]).toEqual(usual.headers[name])
      for (const name of ['content-length', 'transfer-encoding'])
        expect(name in lean.headers).toBe(name in usual.headers)
      lean.useAllHeaders()
      expect(lean.headers).toEqual(usual.headers)
    },
  )

  it('a lazy request keeps an overridden host', () => {
    const lean = received(LazyHeadersRequest, ['Host', 'sent.example', 'X-Other', '1'])
    lean.headers.host = 'meant.example'
    lean.useAllHeaders()
    expect(lean.headers).toEqual({ host: 'meant.example', 'x-other': '1' })
  })
})
