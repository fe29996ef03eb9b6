import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { slugOf } from './fixture.ts'
import { load, pace } from './load.ts'
import { browserRequest } from './requests.ts'

/** Whom the traffic is for and what there is. */
export interface TrafficPlan {
  readonly port: number
  readonly seconds: number
  readonly token: string
  readonly apiKey: string
  /** Links of the account's own: what is followed is also changed all the time, so that memory has to ask for it again. */
  readonly ownLinks: readonly { readonly id: string; readonly slug: string }[]
  readonly bioSlug: string
}

/** What is timed alike. */
export type Surface = 'redirect' | 'api' | 'page'

/** What has been sent so far, and what came of it. */
export interface Traffic {
  readonly latencies: Record<Surface, number[]>
  /** Answers by what they should lead to: rows of hits, deliveries of events. */
  readonly redirected: number
  readonly events: { readonly 'link.created': number; readonly 'link.clicked': number; readonly 'bio.viewed': number }
  /** Answers that were not as they should be, by what was wrong. */
  readonly unexpected: Record<string, number>
}

/** A second's redirects that are sent as they are; to them come the first visits of new links. */
const REDIRECTS = 195
const CONNECTIONS = 64
/** Links that are followed over and over, and so in memory, and all requests before they begin anew. */
const KNOWN = 2000
const ROUND = 10_000
/** Calls after which an MCP client opens a new session, as short-lived clients do. */
const CALLS_A_SESSION = 50

/** A second's calls of everything else, by name. */
const CALLS: Readonly<Record<string, number>> = {
  create: 8,
  createWithRules: 2,
  update: 5,
  search: 5,
  list: 3,
  analytics: 2,
  countries: 2,
  mcpCreate: 2,
  mcpUpdate: 1,
  mcpStats: 2,
  mcpList: 1,
  qrSvg: 3,
  qrPng: 2,
  bioPage: 6,
}

/** Sends the mix until its time is over and every answer is there. `tell` is given how it stands each second. */
export async function runTraffic(plan: TrafficPlan, tell: (so: Traffic) => void): Promise<Traffic> {
  const book = openBook()
  const calls = await callsOf(plan, book)
  const telling = setInterval(() => tell(book.traffic()), 1000)
  await Promise.all([followLinks(plan, book), call(plan, calls, book)])
  clearInterval(telling)
  await calls.close()
  return book.traffic()
}

type Book = ReturnType<typeof openBook>

function openBook() {
  const latencies: Traffic['latencies'] = { redirect: [], api: [], page: [] }
  const events = { 'link.created': 0, 'link.clicked': 0, 'bio.viewed': 0 }
  const unexpected: Record<string, number> = {}
  let redirected = 0
  return {
    timed: (surface: Surface, milliseconds: number) => void latencies[surface].push(milliseconds),
    wrong(what: string) {
      unexpected[what] = (unexpected[what] ?? 0) + 1
    },
    happened(event: keyof Traffic['events']) {
      events[event] += 1
    },
    redirected() {
      redirected += 1
    },
    traffic: (): Traffic => ({ latencies, events, unexpected, redirected }),
  }
}

/** Redirects at an even rate: known links of which some have rules, unknown ones, and own ones that change meanwhile. */
async function followLinks({ port, seconds, ownLinks }: TrafficPlan, book: Book) {
  const own = new Set(ownLinks.map(({ slug }) => slug))
  const slugs = Array.from({ length: ROUND }, (_, index) => {
    if (index % 20 === 0) return `unknown${index}`
    if (index % 20 === 1) return ownLinks[((index - 1) / 20) % ownLinks.length]?.slug ?? ''
    return slugOf((index * 7919) % KNOWN)
  })
  const requests = slugs.map((slug, index) => browserRequest(slug, index))
  await load({ port, requests, connections: CONNECTIONS, seconds, rate: REDIRECTS }, (answer) => {
    const slug = slugs[answer.request] as string
    book.timed('redirect', answer.milliseconds)
    if (answer.status === 302) book.redirected()
    if (answer.status === 302 && own.has(slug)) book.happened('link.clicked')
    if (answer.status !== (slug.startsWith('unknown') ? 404 : 302)) book.wrong(`a redirect answered ${answer.status}`)
  })
}

/** Makes each call when it is due, however long others take; times it from then. */
async function call({ seconds }: TrafficPlan, calls: Awaited<ReturnType<typeof callsOf>>, book: Book) {
  const mix = spread(CALLS)
  const running = new Set<Promise<void>>()
  let next = 0
  await pace({ rate: mix.length }, performance.now() + seconds * 1000, (due) => {
    const name = mix[next++ % mix.length] as string
    const making = (calls.by[name] as Call)(due)
      .catch((error: unknown) => book.wrong(`${name}: ${error instanceof Error ? error.message : error}`))
      .finally(() => running.delete(making))
    running.add(making)
  })
  await Promise.all(running)
}

type Call = (due: number) => Promise<void>

/** What is to happen at a fixed rate, one after another without lumps. */
function spread(rates: Readonly<Record<string, number>>): string[] {
  return Object.entries(rates)
    .flatMap(([name, times]) => Array.from({ length: times }, (_, index) => ({ name, at: (index + 0.5) / times })))
    .sort((one, other) => one.at - other.at)
    .map(({ name }) => name)
}

async function callsOf(plan: TrafficPlan, book: Book) {
  const url = `http://127.0.0.1:${plan.port}`
  let turn = 0
  const ownLink = () => plan.ownLinks[turn++ % plan.ownLinks.length] as TrafficPlan['ownLinks'][number]
  const target = () => `https://example.com/articles/${turn++}?utm_source=soak`

  const graphql = async (due: number, query: string, variables: object, headers = {}) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${plan.token}`, ...headers },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = (await response.json()) as Reply
    book.timed('api', performance.now() - due)
    if (errors || response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(errors)}`)
    return data
  }
  const create = async (due: number, rules: readonly object[]) => {
    const input = { target: target(), title: 'Something new', rules }
    const data = await graphql(due, CREATE, { inputs: [input] }, { 'idempotency-key': crypto.randomUUID() })
    const [{ error, shortlink }] = data.createShortlinks
    if (error) throw new Error(error)
    book.happened('link.created')
    await firstVisit(shortlink.shortlink)
  }
  const update = async (due: number) => {
    const data = await graphql(due, UPDATE, { inputs: [{ id: ownLink().id, target: target() }] })
    if (data.updateShortlinks[0].error) throw new Error(data.updateShortlinks[0].error)
  }
  const get = async (surface: Surface, path: string, expected: number, due = performance.now()) => {
    const response = await fetch(url + path, { redirect: 'manual', headers: { 'user-agent': BROWSER } })
    await response.arrayBuffer()
    book.timed(surface, performance.now() - due)
    if (response.status !== expected) throw new Error(`answered ${response.status}`)
  }
  const firstVisit = async (slug: string) => {
    await get('redirect', `/${slug}`, 302)
    book.redirected()
    book.happened('link.clicked')
  }
  const bioPage = async (due: number) => {
    await get('page', `/bio/${plan.bioSlug}`, 200, due)
    book.happened('bio.viewed')
  }

  const agents = await agentsOf(`${url}/mcp`, plan.apiKey)
  const tool = async (due: number, name: string, args: Record<string, unknown>) => {
    const given = await agents.call(name, args)
    book.timed('api', performance.now() - due)
    return given
  }
  const mcpCreate = async (due: number) => {
    const { slug } = await tool(due, 'create_shortlink', { target: target() })
    book.happened('link.created')
    await firstVisit(slug)
  }
  const mcpUpdate = async (due: number) => {
    const [{ ok }] = await tool(due, 'update_shortlinks', { inputs: [{ id: ownLink().id, title: 'Renamed' }] })
    if (!ok) throw new Error('a link could not be changed')
  }

  const by: Readonly<Record<string, Call>> = {
    create: (due) => create(due, []),
    createWithRules: (due) => create(due, RULES),
    update,
    search: async (due) => void (await graphql(due, LIST, { search: 'article', skip: 0 })),
    list: async (due) => void (await graphql(due, LIST, { skip: 40 })),
    analytics: async (due) => void (await graphql(due, ANALYTICS, {})),
    countries: async (due) => void (await graphql(due, COUNTRIES, { id: ownLink().id })),
    mcpCreate,
    mcpUpdate,
    mcpStats: async (due) => void (await tool(due, 'get_hit_stats', { id: ownLink().id })),
    mcpList: async (due) => void (await tool(due, 'list_shortlinks', { limit: 20 })),
    qrSvg: (due) => get('page', `/${ownLink().slug}/qr.svg`, 200, due),
    qrPng: (due) => get('page', `/${ownLink().slug}/qr.png?size=256`, 200, due),
    bioPage,
  }
  return { by, close: agents.close }
}

/** Agents over MCP with the official client: one at a time, each for a fixed number of calls. */
async function agentsOf(url: string, apiKey: string) {
  const open = async () => {
    const client = new Client({ name: 'soak', version: '1.0.0' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { 'x-api-key': apiKey } } }),
    )
    return { client, calls: new Set<Promise<unknown>>() }
  }
  const close = async (session: ReturnType<typeof open>) => {
    const { client, calls } = await session
    await Promise.allSettled(calls)
    await client.close()
  }
  let calls = 0
  let session = open()
  return {
    // biome-ignore lint/suspicious/noExplicitAny: what tools give is looked at where they are called
    async call(name: string, args: Record<string, unknown>): Promise<any> {
      if (++calls % CALLS_A_SESSION === 0) {
        const ended = session
        session = open()
        close(ended)
      }
      const current = await session
      const calling = current.client.callTool({ name, arguments: args })
      current.calls.add(calling)
      const { isError, content } = await calling.finally(() => current.calls.delete(calling))
      const [{ text }] = content as [{ text: string }]
      if (isError) throw new Error(text)
      return JSON.parse(text)
    },
    close: () => close(session),
  }
}

interface Reply {
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at where they are asked for
  readonly data: any
  readonly errors?: unknown
}

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const RULES = [
  { type: 'country', value: 'FR,DE', target: 'https://example.com/country' },
  { type: 'device', value: 'tablet', target: 'https://example.com/tablet' },
]
const CREATE =
  'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { error shortlink { id shortlink } } }'
const UPDATE = 'mutation ($inputs: [UpdateShortlinkInput!]!) { updateShortlinks(inputs: $inputs) { ok error } }'
const LIST = `query ($search: String, $skip: Int) {
  shortlinkConnection(skip: $skip, take: 20, search: $search) { totalCount items { id shortlink target title hitCount } } }`
const ANALYTICS = '{ shortlinkAnalytics { totalLinks totalClicks topLinks { id hitCount } } }'
const COUNTRIES = `query ($id: ID!) {
  getShortlinkInfo(id: $id) { hitCount byCountryGraph { count country { code } } hits(take: 20) { id createdAt device } } }`
