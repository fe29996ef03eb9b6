import { slugOf } from './fixture.ts'

const SLUGS = 10_000
const UNKNOWN_SHARE = 10

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
]

/** Requests as browsers send them: 10,000 slugs in no order, one in ten of them unknown. */
export function browserRequests(): string[] {
  return Array.from({ length: SLUGS }, (_, index) => {
    // A prime step visits every slug once, far from the one before.
    const n = (index * 7919) % SLUGS
    return browserRequest(n % UNKNOWN_SHARE === 0 ? `unknown${n}` : slugOf(n), index)
  })
}

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
    '',
    '',
  ].join('\r\n')
