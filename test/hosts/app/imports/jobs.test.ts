import {
  addImportPart,
  createApp,
  createImport,
  type Import,
  latestImport,
  startImport,
  type User,
} from '@shortlink/core'
import type { JobPorts } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { runImports } from '../../../../hosts/app/imports/jobs.ts'
import { longestTurn, shortestOfRounds } from '../../../support/longest-turn.ts'
import { newUser, testPorts } from '../../../support/ports.ts'

const DAY_MS = 24 * 60 * 60_000

/** A service with an account, and a server that runs imports; `afterBatch` runs after each batch. */
async function setUp(overrides: Parameters<typeof testPorts>[0] = {}) {
  const ports = testPorts(overrides)
  const app = createApp(ports)
  const caller = await newUser(ports)
  const warnings: string[] = []
  const log = { info: () => {}, warn: (_: object, message: string) => void warnings.push(message) }
  const work = async (afterBatch: (stop: () => void) => unknown = () => {}) => {
    const stopping = new AbortController()
    const jobPorts: JobPorts = {
      ...{ ...ports, log, signal: stopping.signal, expiryTime: async () => ports.clock.now() },
      sleep: async () => afterBatch(() => stopping.abort()),
    }
    await runImports(app, jobPorts)
  }
  const upload = async (text: string, user: User = caller) => {
    const { id } = (await app.run(createImport, user, { name: 'links.csv' }))._unsafeUnwrap()
    const middle = Math.floor(text.length / 2)
    for (const [index, part] of [text.slice(0, middle), text.slice(middle)].entries())
      (await app.run(addImportPart, user, { id, index, text: part, last: index === 1 }))._unsafeUnwrap()
    return id
  }
  const found = async () => (await app.run(latestImport, caller, {}))._unsafeUnwrap() as Import
  const start = async (id: string) => (await app.run(startImport, caller, { id }))._unsafeUnwrap()
  const count = () => ports.store.links.countAll({ owner: caller.owner })
  return { ports, app, caller, work, upload, found, start, count, warnings }
}

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => `s-${n},https://example.com/${n}`)
const csv = (rows: readonly string[]) => `slug,target\n${rows.join('\n')}\n`

describe('an import', () => {
  it('that a stopping server leaves goes on where it stopped, and counts each link once', async () => {
    const { work, upload, found, start, count } = await setUp()
    const id = await upload(csv([...rowsOf(450), 's-1,https://example.com/']))
    await work()
    expect(await found()).toMatchObject({ state: 'READY', report: { planned: 450, skipped: 1 } })
    await start(id)
    await work((stop) => stop())
    expect(await found()).toMatchObject({ state: 'RUNNING', report: { rows: 100, created: 100 } })
    await work()
    expect(await found()).toMatchObject({ state: 'DONE', report: { rows: 451, created: 450, present: 0, skipped: 1 } })
    expect(await count()).toBe(450)
  })

  it('whose server dies after a batch creates no link twice when another one takes over', async () => {
    const { ports, work, upload, found, start, count } = await setUp()
    const id = await upload(csv(rowsOf(300)))
    await work()
    await start(id)
    const { save } = ports.store.imports
    Object.assign(ports.store.imports, {
      save: async () => {
        throw new Error('The server died')
      },
    })
    await expect(work()).rejects.toThrow('The server died')
    Object.assign(ports.store.imports, { save })
    expect([await count(), (await found()).report?.created]).toEqual([100, 0])
    await work()
    expect(await found()).toMatchObject({ state: 'DONE', report: { created: 200, present: 100 } })
    expect(await count()).toBe(300)
  })

  it('that ends five servers in a row is given up', async () => {
    const { ports, work, upload, found, warnings } = await setUp()
    await upload(csv(rowsOf(1)))
    for (let round = 0; round < 5; round++)
      await ports.store.imports.claim(Date.now() + round * DAY_MS, { token: 'dead', until: round * DAY_MS })
    await work()
    expect(await found()).toMatchObject({ state: 'FAILED', fault: { code: 'unexpected' } })
    expect(warnings).toHaveLength(1)
  })

  it('waits while storage is full', async () => {
    let isFull = false
    const { work, upload, found, start, count } = await setUp({ capacity: { hasSpace: () => !isFull } })
    const id = await upload(csv(rowsOf(3)))
    await work()
    await start(id)
    isFull = true
    await work()
    expect([(await found()).state, await count()]).toEqual(['RUNNING', 0])
    isFull = false
    await work()
    expect([(await found()).state, await count()]).toEqual(['DONE', 3])
  })

  it('of long JSON blocks no turn of the event loop for 5 ms', async () => {
    const { work, upload, found } = await setUp()
    const links = rowsOf(1000).map((row) => ({
      slug: row.split(',')[0],
      target: row.split(',')[1],
      note: 'x'.repeat(200),
    }))
    const text = JSON.stringify(links)
    const measure = async () => {
      await upload(text)
      const longestMs = await longestTurn(() => work())
      expect((await found()).report).toMatchObject({ rows: 1000, created: 1000 })
      return longestMs
    }
    expect(await shortestOfRounds(5, measure)).toBeLessThan(5)
  })
})
