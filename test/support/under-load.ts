import { expect } from 'vitest'
import { type Answer, follow, newAccount } from './api.ts'
import { startFollowers } from './followers.ts'
import { type ServerProcess, spawnServer } from './server.ts'

const CREATE = 'mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug) }'
/** Patterns that no response may contain. */
const INSIDES = /postgres|sqlite|select |insert |econn|\.ts\b|\/tmp\//i
const MiB = 2 ** 20

/** A server process with constant visits to its link `warm`, while a test disturbs a dependency of the server. */
export interface LoadedServer extends ServerProcess {
  readonly account: Awaited<ReturnType<typeof newAccount>>
  /** Visits another link and returns the status; `cold` exists and was never visited. */
  visit(slug: string): Promise<number>
  /** Requests a path of the service's own and returns the status. */
  get(path: string): Promise<number>
  /** Creates a link. */
  create(slug: string): Promise<Answer>
  /** Expects that the server is alive and redirects visitors while other requests wait. */
  goesOn(visits?: number): Promise<void>
  /**
   * Expects the guarantees under any fault: every visitor was redirected; every hit is stored exactly once; memory and log have not grown
   * beyond their limits; it is still the same process.
   */
  lostNothing(answeredElsewhere?: number): Promise<void>
}

export async function serverUnderLoad(
  environment: Record<string, string>,
  options: Parameters<typeof spawnServer>[1] = {},
): Promise<LoadedServer> {
  const server = await spawnServer({ ...environment, LOG_LEVEL: 'info' }, options)
  const { url } = server
  const account = await newAccount(url)
  for (const slug of ['warm', 'cold']) await account.ask(CREATE, { slug })
  let answered = 0
  const visit = async (slug: string) => {
    const { status } = await follow(url, slug)
    if (status === 302) answered += 1
    return status
  }
  const get = async (path: string) => (await fetch(`${url}${path}`)).status
  expect(await visit('warm')).toBe(302)
  const visitors = startFollowers(url, 'warm', { visitors: 4, pause: 10 })
  const areSentOn = async (visits: number) => {
    const before = visitors.followed.length
    await expect.poll(() => visitors.followed.length, { timeout: 60_000 }).toBeGreaterThan(before + visits)
  }
  await areSentOn(20)
  const memoryBefore = server.memory()

  return {
    ...server,
    account,
    visit,
    get,
    create: (slug) => account.ask(CREATE, { slug }),
    async goesOn(visits = 4) {
      expect(await get('/healthz')).toBe(200)
      await areSentOn(visits)
    },
    async lostNothing(answeredElsewhere = 0) {
      await visitors.stop()
      expect(visitors.followed.filter(({ status }) => status !== 302)).toEqual([])
      const due = answered + answeredElsewhere + visitors.followed.length
      await expect.poll(() => account.clicks(), { timeout: 60_000, interval: 200 }).toBeGreaterThanOrEqual(due)
      await laterHitIsStored(url)
      expect(await account.clicks()).toBe(due)
      expect(server.memory() - memoryBefore).toBeLessThan(150 * MiB)
      expect(server.log().length).toBeLessThan(5 * MiB)
      expect(server.process.exitCode).toBeNull()
    },
  }
}

/** Resolves when a hit of another account is stored, and with it all hits before it. */
export async function laterHitIsStored(url: string) {
  const other = await newAccount(url)
  const { data } = await other.ask('mutation { createShortlink(target: "https://example.com/") }')
  await follow(url, data.createShortlink)
  await expect.poll(() => other.clicks(), { timeout: 60_000 }).toBe(1)
}

/** Expects a response with a general error message, and an id to look up in the log. */
export function isRefusedPolitely({ data, errors }: Answer) {
  expect(data).toBeNull()
  if (errors[0]?.extensions.code === 'UNAVAILABLE') return expect(errors[0].message).toContain('The database is busy')
  expect(errors).toMatchObject([
    { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) } },
  ])
  expect(JSON.stringify(errors)).not.toMatch(INSIDES)
}
