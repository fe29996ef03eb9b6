import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { type Database, type ServerProcess, spawnServer, testEnvironment } from '../support/server.ts'

type Environment = Record<string, string>

const CONNECTIONS = 50
/** Programs are shown a page in place of a visit. */
const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

const beside = async (environment: Environment): Promise<Environment> => ({
  ...environment,
  PORT: String(await freePort()),
  DATA_DIR: temporaryFolder(),
})

async function newLink(url: string, maxVisits: number) {
  const create =
    'mutation ($maxVisits: Int!) { createShortlink(target: "https://example.com/", maxVisits: $maxVisits) }'
  const account = await newAccount(url)
  const { data, errors } = await account.ask(create, { maxVisits })
  expect(errors).toEqual([])
  const slug = String(data.createShortlink).split('/').at(-1) as string
  const visitsLeft = async (): Promise<number> =>
    (await account.ask('{ shortlinkConnection { items { visitsLeft } } }')).data.shortlinkConnection.items[0].visitsLeft
  return { slug, visitsLeft }
}

interface Visited {
  redirects: number
  /** Visits without an answer. */
  lost: number
}

/** Visits the link over 50 connections, each until its server says that no visit is left, or is gone. */
async function visitUntilUsedUp(urls: readonly string[], slug: string): Promise<Visited> {
  const visited = { redirects: 0, lost: 0 }
  async function visit(url: string) {
    for (;;) {
      const answer = await follow(url, slug, BROWSER).catch(() => undefined)
      if (answer === undefined) visited.lost += 1
      else if (answer.status === 302) visited.redirects += 1
      else expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('Link expired')])
      if (answer?.status !== 302) return
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, n) => visit(urls[n % urls.length] as string)))
  return visited
}

async function end({ process }: ServerProcess, signal: 'SIGTERM' | 'SIGKILL') {
  process.kill(signal)
  await once(process, 'exit')
}

/** Servers that share a database: four on Postgres, one on SQLite. */
async function start(database: Database) {
  const environment = await testEnvironment(database)
  const environments = [environment]
  if (database === 'postgres') for (const _ of [1, 2, 3]) environments.push(await beside(environment))
  const servers = await Promise.all(environments.map((environment) => spawnServer(environment)))
  const urls = servers.map(({ url }) => url)
  return { environment, servers, urls, first: urls[0] as string, last: servers.at(-1) as ServerProcess }
}

describe.each([
  ['four servers on Postgres', 'postgres'],
  ['a server on SQLite', 'sqlite'],
] as const)('%s', (_, database) => {
  it.each([1, 64, 1000])(
    'redirect exactly %i visitors of 50 connections to a link with that limit',
    async (maxVisits) => {
      const { urls, first } = await start(database)
      const { slug } = await newLink(first, maxVisits)
      expect(await visitUntilUsedUp(urls, slug)).toEqual({ redirects: maxVisits, lost: 0 })
      expect(await visitUntilUsedUp(urls, slug)).toEqual({ redirects: 0, lost: 0 })
    },
  )

  /** Ends a server in the midst of visits, and has the others, or the server started again, redirect the rest. */
  async function visitWhileOneEnds(signal: 'SIGTERM' | 'SIGKILL'): Promise<Visited> {
    const { environment, servers, urls, first, last } = await start(database)
    const { slug, visitsLeft } = await newLink(first, 1000)
    // A lease of 15 visits, of which a few are used.
    for (const _ of [1, 2, 3]) expect((await follow(last.url, slug, BROWSER)).status).toBe(302)
    const during = visitUntilUsedUp(urls, slug)
    await end(last, signal)
    const { redirects, lost } = await during
    const rest = servers.length > 1 ? urls.slice(0, -1) : [(await spawnServer(environment)).url]
    let after = 0
    // A server that found the link used up asks again a second later, when the one that ended may have given visits back.
    const visitAgain = async () => {
      after += (await visitUntilUsedUp(rest, slug)).redirects
      return visitsLeft()
    }
    await expect.poll(visitAgain, { interval: 200 }).toBe(0)
    return { redirects: 3 + redirects + after, lost }
  }

  it('lose no visit of 1,000 when a server is ended', async () => {
    expect(await visitWhileOneEnds('SIGTERM')).toMatchObject({ redirects: 1000 })
  })

  it('lose a lease of 1,000 visits at most when a server is killed, and never redirect more', async () => {
    const { redirects, lost } = await visitWhileOneEnds('SIGKILL')
    expect(redirects).toBeLessThanOrEqual(1000)
    expect(redirects).toBeGreaterThanOrEqual(1000 - 15 - lost)
  })
})
