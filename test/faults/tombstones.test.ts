import { expect, it } from 'vitest'
import { follow, newAccount } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { DATABASES, spawnServer, testEnvironment } from '../support/server.ts'

const STRANGERS = 50
const ROUNDS = 5
const CREATE = 'mutation ($slug: String!, $target: String!) { createShortlink(target: $target, shortlink: $slug) }'
const NEWEST = '{ shortlinkConnection(take: 1) { items { id } } }'
const DELETE = 'mutation ($ids: [ID!]!) { deleteShortlinks(ids: $ids) { ok } }'

type Account = Awaited<ReturnType<typeof newAccount>>

/** Servers on one database: two on Postgres, one on a SQLite file. */
async function replicas(database: (typeof DATABASES)[number]) {
  const environment = await testEnvironment(database, { DEFAULT_PLAN: 'PRO' })
  const first = await spawnServer(environment)
  if (database === 'sqlite') return [first]
  const beside = { ...environment, PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
  return [first, await spawnServer(beside)]
}

it.each(DATABASES)(
  'fifty strangers race for each slug that its owner deletes and makes again, in vain, on %s',
  async (database) => {
    const servers = await replicas(database)
    const at = (index: number) => servers[index % servers.length]?.url ?? ''
    const owner = await newAccount(at(0))
    const strangers = await Promise.all(Array.from({ length: STRANGERS }, (_, index) => newAccount(at(index))))
    const create = (account: Account, slug: string) =>
      account.ask(CREATE, { slug, target: `https://example.com/${account.id}` })

    for (let round = 0; round < ROUNDS; round += 1) {
      const slug = `printed-${round}`
      expect((await create(owner, slug)).errors).toEqual([])
      const id = (await owner.ask(NEWEST)).data.shortlinkConnection.items[0].id
      // They try all the time: before the deletion, during it, and while the owner makes the slug again.
      const race = racing(strangers, (stranger) => create(stranger, slug))
      const deleted = await owner.ask(DELETE, { ids: [id] })
      const missing = await Promise.all(servers.map(({ url }) => follow(url, slug)))
      const again = await create(owner, slug)
      const refusals = (await race.end()).map(({ errors }) => errors[0]?.message)

      expect(deleted.data).toEqual({ deleteShortlinks: [{ ok: true }] })
      expect(missing[0]?.status).toBe(404)
      expect(again.errors).toEqual([])
      expect(refusals.length).toBeGreaterThanOrEqual(STRANGERS)
      // Busy on a machine with other load, when a call has waited 3 s for the row.
      expect(['Slug already exists', BUSY]).toEqual(expect.arrayContaining([...new Set(refusals)]))
      for (const { url } of servers) {
        await expect
          .poll(async () => (await follow(url, slug)).headers.get('location'))
          .toBe(`https://example.com/${owner.id}`)
      }
    }
  },
)

const BUSY = 'The database is busy, try again in a moment'

/** Makes each contestant try again and again until the end, which returns all answers. */
function racing<T>(contestants: readonly Account[], attempt: (contestant: Account) => Promise<T>) {
  let isOver = false
  const races = contestants.map(async (contestant) => {
    const answers: T[] = []
    while (!isOver) answers.push(await attempt(contestant))
    return answers
  })
  return {
    async end(): Promise<T[]> {
      isOver = true
      return (await Promise.all(races)).flat()
    },
  }
}
