import { beforeAll, describe, expect, it } from 'vitest'
import { rawClient } from '../hosts/mcp/client.ts'
import { newAccount } from '../support/api.ts'
import { longestTurn } from '../support/longest-turn.ts'
import { FEW_NAUGHTY_TEXTS, INSIDES } from '../support/naughty-texts.ts'
import { exchange, statusesOf } from '../support/raw-http.ts'
import { encoded, HEADERS_TO_FILL, onOneLine, PATHS_TO_FILL } from '../support/request-places.ts'
import { useTestServer } from '../support/server.ts'

const short = FEW_NAUGHTY_TEXTS.filter((text) => text.length < 3000)

describe('any request', () => {
  const server = useTestServer({ settings: { TRUST_PROXY: '1' } })
  let key: string

  beforeAll(async () => {
    const me = await newAccount(server.url)
    const { data } = await me.ask('mutation { createApiKey(label: "mine") { secret } }')
    key = data.createApiKey.secret
    await me.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "kept") }')
    await me.ask('mutation { createBioPage(input: { slug: "kept" }) { id } }')
  })

  /** One request a connection, so that what is wrong with one cannot hide in another. */
  async function answers(requests: readonly string[]): Promise<string[]> {
    const found: string[] = []
    for (let at = 0; at < requests.length; at += 50) {
      found.push(...(await Promise.all(requests.slice(at, at + 50).map((bytes) => exchange(server.url, bytes)))))
    }
    return found
  }

  /** The inputs whose answer was a server error or leaked internals. */
  const faults = (requests: readonly string[], answers: readonly string[]) =>
    answers.flatMap((answer, index) => {
      const statuses = statusesOf(answer)
      const sound = statuses.length === 1 && statuses[0] !== undefined && statuses[0] < 500 && !INSIDES.test(answer)
      return sound ? [] : [{ request: requests[index]?.slice(0, 300), answer: answer.slice(0, 1000) }]
    })

  const head = (line: string, rest = '') => `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${rest}\r\n`

  it('any path is answered without a server error', async () => {
    const requests = PATHS_TO_FILL.flatMap((path) => [
      ...short.map((text) => head(`GET ${path(encoded(text))}`)),
      ...short.map((text) => head(`GET ${path(onOneLine(text))}`)),
    ])
    expect(faults(requests, await answers(requests))).toEqual([])
  })

  it('any single byte in a path, a query or a header is answered without a server error', async () => {
    const bytes = Array.from({ length: 255 }, (_, index) => String.fromCharCode(index + 1))
    const requests = bytes.flatMap((byte) => [
      head(`GET /a${byte}b`),
      head(`GET /kept?a=${byte}`),
      head('GET /kept', `Referer: https://example.com/${byte}\r\n`),
      head('GET /kept', `User-Agent: a${byte}b\r\n`),
    ])
    expect(faults(requests, await answers(requests))).toEqual([])
  })

  it('any header is answered without a server error', async () => {
    const texts = short.map(onOneLine)
    const body = '{"query":"{ ping }"}'
    const requests = HEADERS_TO_FILL.flatMap((name) => {
      const own = name === 'host' ? '' : 'Host: localhost\r\n'
      const type = name === 'content-type' ? '' : 'Content-Type: application/json\r\n'
      const rest = (text: string) => `${own}${type}${name}: ${text}\r\nConnection: close\r\n`
      return texts.flatMap((text) => [
        `GET /kept HTTP/1.1\r\n${rest(text)}\r\n`,
        `GET /bio/kept HTTP/1.1\r\n${rest(text)}\r\n`,
        `POST /graphql HTTP/1.1\r\n${rest(text)}Content-Length: ${body.length}\r\n\r\n${body}`,
        `POST /mcp HTTP/1.1\r\n${rest(text)}Content-Length: ${body.length}\r\n\r\n${body}`,
      ])
    })
    expect(faults(requests, await answers(requests))).toEqual([])
  })

  it('any body is answered without a server error, and none takes a long turn of the event loop', async () => {
    const bodies = [
      ...short,
      ...[
        '[',
        '[]',
        '{}',
        '"',
        '1',
        'null',
        'true',
        '{"query":1}',
        '{"query":{}}',
        '{"query":"{ping}","variables":[]}',
      ],
      ...[
        '{"query":"{ping}","variables":1}',
        '{"query":"{ping}","operationName":{}}',
        '{"query":"{ping}","extensions":1}',
      ],
      ...[
        '[['.repeat(50_000),
        '{"a":'.repeat(50_000),
        `{"query":"${'{a'.repeat(50_000)}"}`,
        '\ufeff{"query":"{ping}"}',
      ],
      ...['{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":{},"method":1}', '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ].map((text) => Buffer.from(text).toString('latin1'))
    const session = await rawClient(`${server.url}/mcp`, key).open()
    const credentials = `X-Api-Key: ${key}\r\nMcp-Session-Id: ${session.session}\r\nContent-Type: application/json\r\n`
    const requests = bodies.flatMap((body) =>
      ['/graphql', '/mcp', '/none'].map(
        (path) => `${head(`POST ${path}`, `${credentials}Content-Length: ${body.length}\r\n`)}${body}`,
      ),
    )
    const longest = await longestTurn(async () => expect(faults(requests, await answers(requests))).toEqual([]))
    expect(longest).toBeLessThan(100)
  })
})
