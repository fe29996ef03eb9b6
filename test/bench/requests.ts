import { slugOf } from './fixture.ts'

/** Visitors with an address each: at full load none of them reaches the limit of an address. */
const VISITORS = 40_000

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
]

/** Requests of visitors who follow the links from `first` on, in no order. */
export const visitsOf = (links: number, first = 0) =>
  // A prime step visits every slug, far from the one before.
  Array.from({ length: VISITORS }, (_, index) => browserRequest(slugOf(first + ((index * 7919) % links)), index))

/** Requests for slugs that no link has. */
export const visitsOfNothing = () =>
  Array.from({ length: VISITORS }, (_, index) => browserRequest(`unknown${(index * 7919) % 10_000}`, index))

/** A visit as a browser sends it through a proxy, which adds the visitor's address. */
export const browserRequest = (slug: string, index = 0) =>
  [
    `GET /${slug} HTTP/1.1`,
    'Host: localhost',
    'Connection: keep-alive',
    'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24", "Google Chrome";v="140"',
    'sec-ch-ua-mobile: ?0',
    'sec-ch-ua-platform: "Windows"',
    'Upgrade-Insecure-Requests: 1',
    `User-Agent: ${AGENTS[index % AGENTS.length]}`,
    'Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Mode: navigate',
    'Sec-Fetch-User: ?1',
    'Sec-Fetch-Dest: document',
    `Referer: https://news${index % 50}.example/`,
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9,it;q=0.8',
    `X-Forwarded-For: ${publicAddress(index)}`,
    '',
    '',
  ].join('\r\n')

/** First parts of addresses that are all in public use. */
const NETWORKS = Array.from({ length: 222 }, (_, index) => index + 1).filter(
  (network) => ![10, 100, 127, 169, 172, 192, 198, 203].includes(network),
)

/** Addresses of the public networks of the world in no order, a different one for each index below 65,536. */
function publicAddress(index: number): string {
  const network = NETWORKS[(index * 101) % NETWORKS.length]
  return `${network}.${(index * 37) % 256}.${(index >> 8) % 256}.${index % 256}`
}

/** A request without a body. */
export const getRequest = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

/** A request with a body of JSON. */
export function jsonRequest(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const text = JSON.stringify(body)
  return [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: keep-alive',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n')
}
