import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Answer, follow, newAccount } from './api.ts'
import { type Followers, startFollowers } from './followers.ts'
import { type ServerProcess, spawnServer } from './server.ts'

const CREATE = 'mutation ($slug: String!) { createShortlink(target: "https://example.com/", shortlink: $slug) }'
/** Patterns that no answer may contain. */
const INSIDES = /postgres|sqlite|select |insert |econn|\.ts\b|\/tmp\//i
const MiB = 2 ** 20

interface Timed<T> {
  readonly answer: T
  /** Milliseconds that it took. */
  readonly took: number
}

/** A server process whose link `warm` is being visited all the time, while something is done to what the server depends on. */
export interface LoadedServer extends ServerProcess {
  readonly account: Awaited<ReturnType<typeof newAccount>>
  /** The status of a link beside the visited one; `cold` is there and was never visited. */
  visit(slug: string): Promise<Timed<number>>
  /** The status of a path of the service's own. */
  get(path: string): Promise<Timed<number>>
  /** Makes a link. */
  create(slug: string): Promise<Timed<Answer>>
  /**
   * Expects what no fault may change: every visitor was sent on, 99 of 100 within 250 ms; every hit is there, and there once; neither
   * memory nor log have grown beyond what is promised; it is still the same process.
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
  expect(await visit('warm')).toBe(302)
  const visitors = startFollowers(url, 'warm', { visitors: 4, pause: 10 })
  await expect.poll(() => visitors.followed.length).toBeGreaterThan(20)
  const memoryBefore = server.memory()

  return {
    ...server,
    account,
    visit: (slug) => timed(visit(slug)),
    get: (path) => timed(fetch(`${url}${path}`).then(({ status }) => status)),
    create: (slug) => timed(account.ask(CREATE, { slug })),
    async lostNothing(answeredElsewhere = 0) {
      await visitors.stop()
      expect(visitors.followed.filter(({ status }) => status !== 302)).toEqual([])
      expect(p99(visitors)).toBeLessThan(250)
      const due = answered + answeredElsewhere + visitors.followed.length
      await expect.poll(() => account.clicks(), { timeout: 30_000, interval: 200 }).toBe(due)
      await sleep(1000)
      expect(await account.clicks()).toBe(due)
      expect(server.memory() - memoryBefore).toBeLessThan(150 * MiB)
      expect(server.log().length).toBeLessThan(5 * MiB)
      expect(server.process.exitCode).toBeNull()
    },
  }
}

/** Expects an answer that says no in general words, with an id to look for in the log. */
export function isRefusedPolitely({ data, errors }: Answer) {
  expect(data).toBeNull()
  if (errors[0]?.extensions.code === 'UNAVAILABLE') return expect(errors[0].message).toContain('The database is busy')
  expect(errors).toMatchObject([
    { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) } },
  ])
  expect(JSON.stringify(errors)).not.toMatch(INSIDES)
}

async function timed<T>(work: Promise<T>): Promise<Timed<T>> {
  const asked = performance.now()
  const answer = await work
  return { answer, took: performance.now() - asked }
}

/** The time that 99 of 100 visits took no longer than, in milliseconds. */
const p99 = ({ followed }: Followers) =>
  followed.map(({ took }) => took).sort((one, other) => one - other)[Math.floor(followed.length * 0.99)]
