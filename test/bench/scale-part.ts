import { BUILT_SERVER } from '../support/start-options.ts'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { graphql } from './graphql.ts'
import { median, quantile } from './numbers.ts'
import { residentMemory, startLoadGenerator, startServer } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { browserRequest, browserRequests } from './requests.ts'

interface Sizes {
  readonly links: number
  readonly seconds: number
}

const RATE = 500
const FLUSHED = 100_000
const ASKED = 31

/** Measures a server with many links: its memory, its lists, and its redirects beside lists and stored hits. */
export async function measureScale(database: DatabaseName, { links, seconds }: Sizes): Promise<Part> {
  const fixture = await openFixture(database)
  const server = await startServer(BUILT_SERVER, fixture.environment, '/healthz')
  const user = await signUp(server.port)
  await server.stop()
  progress(`scale: making ${links.toLocaleString('en-US')} links`)
  await fixture.run(seedLinks(links, user.id))
  const filled = await startServer(BUILT_SERVER, fixture.environment, '/healthz')
  const list = (search?: string, skip = 0) => graphql(filled.port, LIST, { search, skip }, user.token)
  const generator = startLoadGenerator()
  const redirects = (requests: string[], during: number) =>
    generator.run({ port: filled.port, requests, connections: 16, seconds: during, rate: RATE })

  progress('scale: lists and searches')
  await redirects(browserRequests(), 3)
  const memory = residentMemory(filled.pid)
  const timed = {
    list: await time(() => list()),
    deep: await time(() => list(undefined, 9000)),
    search: await time(() => list('NUMBER 4200')),
    none: await time(() => list('zebra')),
  }
  progress('scale: redirects alone, then beside lists, searches and hits')
  const alone = await redirects(browserRequests(), seconds)
  let busy = true
  const asking = (async () => {
    while (busy) await Promise.all([list(), list('zebra'), list('NUMBER 42')])
  })()
  const besideLists = await redirects(browserRequests(), seconds)
  busy = false
  await asking
  const flood = startLoadGenerator()
  const flooding = flood.run({
    port: filled.port,
    requests: [browserRequest('s10000001')],
    connections: 16,
    seconds,
    rate: FLUSHED / seconds,
  })
  const besideHits = await redirects(browserRequests(), seconds)
  await flooding
  flood.stop()
  generator.stop()
  await filled.stop()

  progress('scale: giving them all to one owner')
  await fixture.run(`update links set owner = '${user.id}'`)
  await fixture.run('analyze')
  const owned = await startServer(BUILT_SERVER, fixture.environment, '/healthz')
  const ofAll = async (search: string) =>
    time(() => graphql(owned.port, LIST, { search, skip: 0 }, user.token), ASKED / 3)
  const searchAll = { found: await ofAll('NUMBER 4200'), none: await ofAll('zebra') }
  await owned.stop()
  await fixture.close()

  return {
    title: `With ${links.toLocaleString('en-US')} links`,
    note: `The owner who lists and searches has every hundredth link, and in the lines that say so all of them. Searches come with their count. Redirects come at ${RATE}/s, timed from when they were due; server and load generator have a core each.`,
    figures: [
      { what: 'memory', value: memory / 2 ** 20, unit: 'MiB' },
      { what: 'list, first page and count', value: timed.list, unit: 'ms', atMost: 10 },
      { what: 'list, page at 9,000', value: timed.deep, unit: 'ms', atMost: 10 },
      { what: 'search, some found', value: timed.search, unit: 'ms', atMost: 25 },
      { what: 'search, nothing found', value: timed.none, unit: 'ms', atMost: 25 },
      { what: 'search of all, some found', value: searchAll.found, unit: 'ms', atMost: 300 },
      { what: 'search of all, nothing found', value: searchAll.none, unit: 'ms', atMost: 300 },
      { what: 'redirects alone, p99', value: alone.p99, unit: 'ms' },
      { what: 'redirects while a user lists and searches, p99', value: besideLists.p99, unit: 'ms', atMost: 50 },
      {
        what: `redirects while ${FLUSHED.toLocaleString('en-US')} hits are stored, p99`,
        value: besideHits.p99,
        unit: 'ms',
        atMost: 50,
      },
    ],
  }
}

const LIST = `query ($search: String, $skip: Int) {
  shortlinkConnection(skip: $skip, take: 20, search: $search) { totalCount items { id shortlink target title hitCount } } }`

async function time(work: () => Promise<unknown>, asked = ASKED): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < asked; n += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return quantile(times, 0.5) || median(times)
}

async function signUp(port: number): Promise<{ id: string; token: string }> {
  const { signup } = await graphql<{ signup: { token: string; user: { id: string } } }>(
    port,
    'mutation { signup(name: "Bench", email: "bench@example.com", password: "measured twice, cut once") { token user { id } } }',
  )
  return { id: signup.user.id, token: signup.token }
}
