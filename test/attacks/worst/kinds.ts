import { createHash } from 'node:crypto'
import { COMPLEX_QUERIES, HEAVY_BODIES } from '../../support/graphql-bombs.ts'
import type { Client } from './client.ts'
import { HEAVY_LINKS, LARGEST_RULES, RULES_OF_4_KIB } from './fixture.ts'
import { halfBody, openStream } from './open-ended.ts'

/** One way to do harm within the rate limits: what the client sends again and again. Returns the status of the answer. */
type Kind = (client: Client, turn: number) => Promise<number>

/** A text that no other turn has, of as many characters as asked for. */
const fresh = (turn: number, length: number) =>
  createHash('shake256', { outputLength: Math.ceil(length / 2) })
    .update(`${process.pid} ${turn}`)
    .digest('hex')

/** A field under as many aliases as one field may have. */
const aliases = (prefix: string, field: (index: number) => string, count = 15) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}: ${field(index)}`).join(' ')

const readList = (id: number) => ({ jsonrpc: '2.0', id, method: 'resources/read', params: { uri: 'shortlink://list' } })
const tool = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})

const CREATE_MANY = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok } }'
const links = (turn: number, count: number, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({ target: `https://example.com/${turn}/${index}`, ...more }))

/** The kinds that the test replays, by name. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'rules that are slow to parse': (client) =>
    client.graphql(
      'mutation ($r: [LinkRuleInput!]) { createShortlink(target: "https://example.com/", rules: $r) }',
      {
        r: Array.from({ length: 50 }, () => ({
          type: 'time',
          value: `a${' '.repeat(2030)}a@UTC`,
          target: 'https://example.com/',
        })),
      },
      { anonymous: true },
    ),
  'visits to links with the heaviest rules, in turn': (client, turn) =>
    client.call({ path: `/heavy-${turn % HEAVY_LINKS}`, headers: { referer: 'https://example.com/' } }),
  'anonymous links with as many rules as fit': (client) =>
    client.graphql(
      `mutation ($r: [LinkRuleInput!]) { ${aliases('a', () => 'createShortlink(target: "https://example.com/", rules: $r)', 10)} }`,
      { r: RULES_OF_4_KIB },
      { anonymous: true },
    ),
  'links with the largest rules, one a call': (client) =>
    client.graphql('mutation ($r: [LinkRuleInput!]) { createShortlink(target: "https://example.com/", rules: $r) }', {
      r: LARGEST_RULES,
    }),
  'bulk calls of a MiB of rules, each under an idempotency key': (client, turn) =>
    client.graphql(
      CREATE_MANY,
      { inputs: links(turn, 14, { rules: LARGEST_RULES }) },
      { idempotencyKey: `rules ${turn}` },
    ),
  'bulk calls of a thousand links, with five webhooks that never answer': (client, turn) =>
    client.graphql(CREATE_MANY, { inputs: links(turn, 1000) }, { idempotencyKey: `links ${turn}` }),
  'MCP batches that read the whole list ten times': (client) =>
    client.mcp(Array.from({ length: 10 }, (_, id) => readList(id))),
  'MCP lists of a thousand links': (client, turn) => client.mcp(tool(turn, 'list_shortlinks', { limit: 1000 })),
  'GraphQL answers of many MiB': (client, turn) => {
    const page = (index: number) => `shortlinkConnection(take: ${90 + index}) { items { id rules { value } } }`
    // Three pages come to some 6 MiB, and five pass the limit of 8.
    return client.graphql(`{ ${aliases('a', page, 3 + 2 * (turn % 2))} }`)
  },
  'searches and sums over all links': (client, turn) =>
    client.graphql(
      `{ ${aliases('a', (index) => `shortlinkConnection(search: "no${turn}-${index}") { totalCount }`)} ${aliases('b', () => 'shortlinkAnalytics { totalClicks topLinks { id } }')} }`,
    ),
  'QR codes of the largest size': (client, turn) =>
    turn % 2 === 0
      ? client.call({ path: `/plain/qr.png?size=${1024 - (turn % 50)}&ecc=H` })
      : client.mcp(tool(turn, 'get_qr_code', { slug: 'plain', format: 'png', size: 1024 - (turn % 50), ecc: 'H' })),
  'bio pages with a hundred links': (client, turn) =>
    turn % 2 === 0
      ? client.call({ path: '/bio/crowded' })
      : client.graphql(
          `{ ${aliases('a', () => 'bioPage(slug: "crowded") { title links { label url } }')} }`,
          {},
          { anonymous: true },
        ),
  'visits with long agents and referrers that never come again': (client, turn) =>
    client.call({
      path: '/plain',
      headers: { 'user-agent': fresh(turn, 2000), referer: `https://example.com/${fresh(turn, 1900)}` },
    }),
  'slugs resolved over GraphQL, fifteen a call': (client, turn) =>
    client.graphql(
      `{ ${aliases('a', (index) => `targetUrl(shortlink: "x${turn}-${index}")`)} ${aliases('b', () => 'getTargetByShortlink(shortlink: "plain")')} }`,
      {},
      { anonymous: true },
    ),
  'sign-ups and guesses at passwords': (client, turn) =>
    turn % 2 === 0
      ? client.graphql(
          `mutation { signup(name: "N", email: "n${turn}-${process.pid}@example.com", password: "a long enough password") { token } }`,
          {},
          { anonymous: true },
        )
      : client.graphql(
          `mutation { login(email: "n${turn}@example.com", password: "a wrong password") { token } }`,
          {},
          { anonymous: true },
        ),
  'unknown slugs, probes, guides and pages': (client, turn) =>
    client.call({
      path: [
        '/readyz',
        '/llms-full.txt',
        '/',
        '/metrics',
        `/u-${turn}`,
        '/internal/tls-check?domain=a.example',
        '/llms.txt',
        '/a/b/c',
      ][turn % 8] as string,
    }),
  'MCP sessions, each with event streams': (client, turn) => openStream(client, turn),
  'bodies of nearly a MiB that never end': (client, turn) => halfBody(client, turn),
  'queries made to be costly': (client, turn) => {
    const queries = Object.values(COMPLEX_QUERIES)
    const bodies = [...queries.map((query) => JSON.stringify({ query })), ...Object.values(HEAVY_BODIES)]
    return client.call({
      method: 'POST',
      path: '/graphql',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${client.prepared.token}` },
      body: bodies[turn % bodies.length] as string,
    })
  },
}
