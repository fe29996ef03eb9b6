import { ADD_WHOLE, CREATE, CREATE_MANY, LIST, LIST_WHOLE, manyLinks, signUp } from './api.ts'
import { type DatabaseName, HIGH_LIMITS, openFixture, seedLinks, slugOf } from './fixture.ts'
import { modernMcp, openMcp } from './mcp-requests.ts'
import { grouped, medianOf, medianRatio } from './numbers.ts'
import { type BenchServer, DATABASE_PLACE, startLoadGenerator, startOurs, startYardstick } from './processes.ts'
import { progress } from './progress.ts'
import type { Figure, Part } from './report.ts'
import { browserRequest, getRequest, jsonRequest } from './requests.ts'
import { expectOnly, inTurns, measureTurn, type Turn } from './rounds.ts'

const AT_ONCE = 8
const BULK = 100
const LINKS = 10_000
/** Links of the account that lists. */
const OWN_LINKS = 50

interface Sizes {
  readonly rounds: number
  readonly seconds: number
}

/** CPU microseconds a call that are aimed at, as far as they are. */
const GOALS: Readonly<Record<string, number>> = { create: 450, bulk: 60, list: 300, toolsList: 100, svg: 250, png: 350 }

const NAMES = {
  ping: 'GraphQL ping',
  create: 'GraphQL createShortlink',
  bulk: `GraphQL createShortlinks of ${BULK}, per link`,
  list: 'GraphQL shortlinkConnection of 20',
  addWhole: 'GraphQL addShortlink, all fields',
  listWhole: 'GraphQL shortlinkConnection of 20, all fields',
  restCreate: 'REST POST /links',
  restList: 'REST GET /links of 20',
  mcpCreate: 'MCP create_shortlink',
  modernCreate: 'MCP create_shortlink, modern era',
  plainCreate: 'plain SDK create_shortlink, stores nothing',
  toolsList: 'MCP tools/list',
  modernList: 'MCP tools/list, modern era',
  plainList: 'plain SDK tools/list, 20 tools',
  svg: 'QR code, SVG',
  png: 'QR code, PNG of 256',
}

/** What each kind of call costs the whole process, and how many a second are answered. */
export async function measureApi(database: DatabaseName, { rounds, seconds }: Sizes): Promise<Part> {
  const fixture = await openFixture(database)
  const ours = await startOurs({ ...fixture.environment, ...HIGH_LIMITS })
  const plain = await startYardstick('plain-mcp')
  const [creator, lister] = [await signUp(ours.port), await signUp(ours.port)]
  await fixture.run(seedLinks({ count: LINKS }))
  await fixture.run(seedLinks({ count: OWN_LINKS, first: LINKS, owner: lister.id }))
  const mcp = await openMcp(ours.port, creator.headers)
  const modern = modernMcp(creator.headers)
  const plainMcp = await openMcp(plain.port)
  const run = startLoadGenerator()

  const calls =
    (server: BenchServer, request: string, status = 200) =>
    async () => {
      const plan = { port: server.port, requests: [request], connections: AT_ONCE, seconds }
      const turn = await measureTurn(server, () => run(plan))
      expectOnly(status, turn)
      return turn
    }
  const target = { target: 'https://example.com/articles/2026/a-headline' }
  const measures = {
    ping: calls(ours, creator.request('{ ping }')),
    create: calls(ours, creator.request(CREATE)),
    bulk: calls(ours, creator.request(CREATE_MANY, manyLinks(BULK))),
    list: calls(ours, lister.request(LIST, { take: 20 })),
    addWhole: calls(ours, creator.request(ADD_WHOLE, { input: target })),
    listWhole: calls(ours, lister.request(LIST_WHOLE, { take: 20 })),
    restCreate: calls(ours, jsonRequest('/api/v1/links', target, creator.headers), 201),
    restList: calls(ours, getRequest('/api/v1/links?limit=20', lister.headers)),
    mcpCreate: calls(ours, mcp.callTool('create_shortlink', target)),
    modernCreate: calls(ours, modern.callTool('create_shortlink', target)),
    plainCreate: calls(plain, plainMcp.callTool('create_shortlink', target)),
    toolsList: calls(ours, mcp.request('tools/list')),
    modernList: calls(ours, modern.request('tools/list')),
    plainList: calls(plain, plainMcp.request('tools/list')),
    svg: calls(ours, browserRequest(`${slugOf(1)}/qr.svg`)),
    png: calls(ours, browserRequest(`${slugOf(1)}/qr.png?size=256`)),
  }
  progress('api: warming up')
  for (const measure of Object.values(measures)) await measure()
  const turns = await inTurns('api', rounds, measures)
  return {
    title: 'API',
    note: `CPU of the whole process, medians of ${rounds} rounds of ${seconds} s in turns, ${AT_ONCE} calls at once, by API key, limits counted. ${grouped(LINKS)} links and what the rounds create; the account that lists has ${OWN_LINKS}. The plain SDK's server keeps its session. ${database === 'postgres' ? DATABASE_PLACE : ''}`,
    figures: [
      ...Object.entries(turns).flatMap(([name, of]) => figuresOf(database, name as keyof typeof NAMES, of)),
      compared('MCP create_shortlink vs. GraphQL createShortlink, CPU', turns.mcpCreate, turns.create, 1.3),
      compared('MCP create_shortlink, modern era vs. session, CPU', turns.modernCreate, turns.mcpCreate, 1.1),
      compared('MCP tools/list, modern era vs. session, CPU', turns.modernList, turns.toolsList, 1.1),
      compared('REST POST /links vs. GraphQL with all fields, CPU', turns.restCreate, turns.addWhole, 1),
      compared('REST GET /links vs. GraphQL with all fields, CPU', turns.restList, turns.listWhole, 1.3),
    ],
  }
}

const allCpu = (turn: Turn) => turn.allCpu

const compared = (what: string, turns: readonly Turn[], others: readonly Turn[], atMost: number): Figure => ({
  what,
  value: medianRatio([turns, allCpu], [others, allCpu]),
  unit: '×',
  atMost,
})

function figuresOf(database: DatabaseName, name: keyof typeof NAMES, turns: readonly Turn[]): Figure[] {
  const times = name === 'bulk' ? BULK : 1
  return [
    {
      what: `${NAMES[name]}, CPU`,
      value: medianOf(turns, allCpu) / times,
      unit: 'µs',
      atMost: database === 'sqlite' ? GOALS[name] : undefined,
    },
    {
      what: `${NAMES[name]}, per second`,
      value: medianOf(turns, ({ requests, seconds }) => requests / seconds) * times,
      unit: '/s',
    },
  ]
}
