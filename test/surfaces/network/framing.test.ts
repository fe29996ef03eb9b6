import { describe, expect, it } from 'vitest'
import { follow, newAccount } from '../../support/api.ts'
import { exchange, statusesOf } from '../../support/raw-http.ts'
import { useTestServer } from '../../support/server.ts'
import { waitFor } from '../../support/wait-for.ts'

const CANARY = 'GET /canary HTTP/1.1\r\nHost: localhost\r\n\r\n'
/** The last request of a connection: the server closes it after the answer. */
const LAST = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'

const post = (headers: string, body: string) => `POST /graphql HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n\r\n${body}`
const chunked = (body: string) => post('Transfer-Encoding: chunked', body)
const get = (line: string, headers = 'Host: localhost\r\n') => `${line}\r\n${headers}\r\n${CANARY}`

const size = CANARY.length
/** For a reader who believes in chunks the body ends at once, and what follows is a request. */
const ENDED = `0\r\n\r\n${CANARY}`
const all = ENDED.length

/** Requests whose end, or whose host, two readers could see in different places. The canary is in none of them but by mistake. */
const FORMS: Readonly<Record<string, string>> = {
  'length and chunks': post(`Content-Length: ${all}\r\nTransfer-Encoding: chunked`, ENDED),
  'chunks and length': post(`Transfer-Encoding: chunked\r\nContent-Length: ${all}`, ENDED),
  'chunks in odd case and length': post(`Transfer-Encoding: ChuNkEd\r\nContent-Length: ${all}`, ENDED),
  'an unknown coding': post('Transfer-Encoding: xchunked', ENDED),
  'an unknown coding and length': post(`Transfer-Encoding: xchunked\r\nContent-Length: ${all}`, ENDED),
  'chunks, then identity': post(`Transfer-Encoding: chunked, identity`, ENDED),
  'identity and length': post(`Transfer-Encoding: identity\r\nContent-Length: ${all}`, ENDED),
  'chunks twice': post('Transfer-Encoding: chunked, chunked', ENDED),
  'chunks and identity in two headers': post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', ENDED),
  'identity and chunks in two headers': post('Transfer-Encoding: identity\r\nTransfer-Encoding: chunked', ENDED),
  'compressed chunks': post('Transfer-Encoding: gzip, chunked', ENDED),
  'quoted chunks': post('Transfer-Encoding: "chunked"', ENDED),
  'chunks with a parameter': post('Transfer-Encoding: chunked;q=1', ENDED),
  'chunks after a vertical tab': post(`Transfer-Encoding: \x0bchunked\r\nContent-Length: ${all}`, ENDED),
  'chunks with a NUL': post(`Transfer-Encoding: chunk\0ed\r\nContent-Length: ${all}`, ENDED),
  'a space before the colon': post(`Transfer-Encoding : chunked\r\nContent-Length: ${all}`, ENDED),
  'a tab before the colon': post(`Transfer-Encoding\t: chunked\r\nContent-Length: ${all}`, ENDED),
  'a folded coding': post(`Transfer-Encoding:\r\n chunked\r\nContent-Length: ${all}`, ENDED),
  'an underscore for the hyphen': post(`Transfer_Encoding: chunked\r\nContent-Length: ${all}`, ENDED),
  'a coding behind a bare CR': post(`X: y\rTransfer-Encoding: chunked\r\nContent-Length: ${all}`, ENDED),
  'a coding behind a bare LF': post(`X: y\nTransfer-Encoding: chunked\r\nContent-Length: ${all}`, ENDED),
  'a header without a name': post(`: chunked\r\nContent-Length: ${size}`, CANARY),
  'a first header that is folded': `POST /graphql HTTP/1.1\r\n Host: localhost\r\nContent-Length: ${size}\r\n\r\n${CANARY}`,
  'a length with a plus': post(`Content-Length: +${size}`, CANARY),
  'a negative length': post('Content-Length: -1', CANARY),
  'a hexadecimal length': post(`Content-Length: 0x${size.toString(16)}`, CANARY),
  'a length with a point': post(`Content-Length: ${size}.0`, CANARY),
  'a length with an exponent': post('Content-Length: 1e1', CANARY),
  'a length in words': post('Content-Length: chunked', CANARY),
  'an empty length': post('Content-Length: ', CANARY),
  'a list of lengths': post(`Content-Length: ${size}, ${size}`, CANARY),
  'lengths with a space between': post('Content-Length: 0 44', CANARY),
  'two lengths': post(`Content-Length: 0\r\nContent-Length: ${size}`, CANARY),
  'two lengths, the longer one first': post(`Content-Length: ${size}\r\nContent-Length: 0`, CANARY),
  'the same length twice': post(`Content-Length: ${size}\r\nContent-Length: ${size}`, CANARY),
  'a length past 64 bits': post(`Content-Length: 18446744073709551616`, CANARY),
  'a length behind a space': post(`Content-Length : 0\r\nContent-Length: ${size}`, CANARY),
  'a folded length': post(`Content-Length:\r\n ${size}`, CANARY),
  'a body on GET': `GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n${CANARY}`,
  'a chunk size with a prefix': chunked(`0x0\r\n\r\n${CANARY}`),
  'a negative chunk size': chunked(`-1\r\n\r\n${CANARY}`),
  'a chunk size with a plus': chunked(`+0\r\n\r\n${CANARY}`),
  'no chunk size': chunked(`\r\n\r\n${CANARY}`),
  'a chunk size past 64 bits': chunked(`10000000000000000\r\n\r\n${CANARY}`),
  'a chunk size that ends in a bare LF': chunked(`0\n\n${CANARY}`),
  'a chunk that is longer than it says': chunked(`1\r\nxyz\r\n${ENDED}`),
  'a chunk without its end': chunked(`1\r\nx${ENDED}`),
  'a chunk extension with a bare LF': chunked(`1;a\nx\r\n${ENDED}`),
  'a request for a trailer': chunked(`0\r\n${CANARY}`),
  'two hosts': get('GET /healthz HTTP/1.1', 'Host: localhost\r\nHost: evil.example\r\n'),
  'the same host twice': get('GET /healthz HTTP/1.1', 'Host: localhost\r\nHost: localhost\r\n'),
  'a list of hosts': get('GET /healthz HTTP/1.1', 'Host: localhost, evil.example\r\n'),
  'no host': get('GET /healthz HTTP/1.1', ''),
  'a host with a path': get('GET /healthz HTTP/1.1', 'Host: localhost/evil\r\n'),
  'a host with a user': get('GET /healthz HTTP/1.1', 'Host: evil@localhost\r\n'),
  'a host with a space': get('GET /healthz HTTP/1.1', 'Host: localhost evil\r\n'),
  'a host with a space before the colon': get('GET /healthz HTTP/1.1', 'Host : localhost\r\n'),
  'a space in the target': get('GET /health z HTTP/1.1'),
  'a tab for a space': get('GET\t/healthz\tHTTP/1.1'),
  'an unknown version': get('GET /healthz HTTP/9.9'),
  'no version': get('GET /healthz'),
  'an unknown protocol': get('GET /healthz ICE/1.1'),
  'a method in lower case': get('get /healthz HTTP/1.1'),
  'a bare CR in the request line': get('GET /healthz\rX HTTP/1.1'),
  'the preface of HTTP/2': `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${CANARY}`,
  'a tunnel': get('CONNECT localhost:80 HTTP/1.1'),
}

describe('a request that two readers could read differently', () => {
  const server = useTestServer({
    limits: { headersTimeout: 400, requestTimeout: 500, connectionsCheckingInterval: 50 },
  })

  it('an ambiguous request is refused or answered once, and smuggles no other request', async () => {
    const account = await newAccount(server.url)
    const create = (slug: string) =>
      account.ask(
        'mutation ($slug: String!) { createShortlink(target: "https://landed.example/", shortlink: $slug) }',
        {
          slug,
        },
      )
    await create('canary')
    await create('counted')
    const outcomes = await Promise.all(
      Object.entries(FORMS).map(async ([form, bytes]) => {
        const answer = await exchange(server.url, bytes + LAST)
        const [first = 0, ...more] = statusesOf(answer)
        const refused = [400, 405, 431].includes(first) && more.length === 0
        // Read as one request, its answer is followed by that of the next one, or by an error about its body.
        const answeredOnce = first >= 200 && first < 500 && more.length <= 1 && [200, 400].includes(more[0] ?? 200)
        return (refused || answeredOnce) && !answer.includes('landed.example') ? 'sound' : { form, answer }
      }),
    )
    expect(outcomes.filter((outcome) => outcome !== 'sound')).toEqual([])
    expect(outcomes.length).toBeGreaterThanOrEqual(50)

    await follow(server.url, 'counted')
    const hitsBySlug = 'query { shortlinkConnection { items { shortlink hitCount } } }'
    await waitFor(async () => {
      const { data } = await account.ask(hitsBySlug)
      expect(data.shortlinkConnection.items).toEqual([
        { shortlink: 'counted', hitCount: 1 },
        { shortlink: 'canary', hitCount: 0 },
      ])
    })
  })

  it('pipelined requests are answered in order', async () => {
    const asked = Array.from({ length: 500 }, (_, index) => (index % 2 ? '/healthz' : '/none'))
    const requests = asked.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join('')
    const answer = await exchange(server.url, requests + LAST)
    expect(statusesOf(answer)).toEqual([...asked.map((path) => (path === '/none' ? 404 : 200)), 200])
  })
})
