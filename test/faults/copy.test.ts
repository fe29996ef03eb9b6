import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { expect, it } from 'vitest'
import { openShortlink } from '../../hosts/app/embed.ts'
import { fill } from '../../hosts/cli/demo/fill.ts'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { shortlink, startShortlink } from '../hosts/cli/shortlink.ts'
import { ask, follow } from '../support/api.ts'
import { databaseRows } from '../support/database-rows.ts'
import { emptyPostgresDatabase, temporaryFolder } from '../support/databases.ts'
import { multiplyInstance } from '../support/multiply-instance.ts'
import { scale } from '../support/scale.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'

const TIMES = scale(20)
const ACCOUNT = { email: 'ada@example.com', password: 'engine number nine' }
/** Accounts whose exports are compared. */
const ACCOUNTS = new Set([ACCOUNT.email, `${ACCOUNT.email}-1`, `${ACCOUNT.email}-${TIMES - 1}`])

const fileOf = (address: string) => address.slice('sqlite:'.length)

/** Counts the hits that a database has so far. */
async function hitsIn(address: string): Promise<number> {
  if (address.startsWith('sqlite:')) {
    if (!statSync(fileOf(address), { throwIfNoEntry: false })?.size) return 0
    const db = new Sqlite(fileOf(address), { readonly: true, timeout: 60_000 })
    try {
      const isThere = db.prepare(`select 1 from sqlite_master where name = 'hits'`).get() !== undefined
      return isThere ? (db.prepare('select count(*) from hits').pluck().get() as number) : 0
    } finally {
      db.close()
    }
  }
  const client = new pg.Client(address)
  await client.connect()
  try {
    const { rows } = await client.query(`select to_regclass('hits') is not null as there`)
    return rows[0].there ? Number((await client.query('select count(*) as hits from hits')).rows[0].hits) : 0
  } finally {
    await client.end()
  }
}

/** Runs the copy and kills it when the target has more of the hits than before. */
async function killCopy(from: string, to: string, hits: number) {
  const before = await hitsIn(to)
  const { child, ended } = startShortlink({}, ['copy', '--from', from, '--to', to])
  while ((await hitsIn(to)) === before) {
    expect(child.exitCode).toBeNull()
    await setImmediate()
  }
  child.kill('SIGKILL')
  expect(await ended).toBeNull()
  expect(await hitsIn(to)).toBeLessThan(hits)
}

async function copyKilledTwice(from: string, to: string, hits: number) {
  await killCopy(from, to, hits)
  await killCopy(from, to, hits)
  const done = await shortlink({}, ['copy', '--from', from, '--to', to, '--json'])
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(done.stdout)).toMatchObject({ resumed: true })
}

async function digestsOf(address: string) {
  const rows = Object.entries(await databaseRows(address, { withBatches: true }))
  return rows.map(([table, lines]) => [table, lines.length, sha256(lines.join('\n'))])
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** What `link export` writes for each account. */
async function exportsOf(address: string) {
  const folder = temporaryFolder()
  const environment = { ...(await testEnvironment('sqlite')), DATABASE_URL: address }
  const digests: string[] = []
  for (const user of ACCOUNTS) {
    const file = join(folder, `${user}.json`)
    expect(await runInProcess(environment, ['link', 'export', file, '--user', user])).toMatchObject({ code: 0 })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveLength(9)
    digests.push(sha256(readFileSync(file)))
  }
  return digests
}

it('the demo times 20 goes from SQLite to Postgres and back, over four kills, with all tables and exports unchanged', async () => {
  const environment = await testEnvironment('sqlite')
  const first = environment.DATABASE_URL as string
  const service = await openShortlink(environment)
  const key = await fill(service, ACCOUNT, new AbortController().signal)
  await service.close()
  multiplyInstance(fileOf(first), TIMES)
  const [second, third] = [await emptyPostgresDatabase(), `sqlite:${join(temporaryFolder(), 'shortlink.db')}`]
  const [tables, exported] = [await digestsOf(first), await exportsOf(first)]
  const hits = await hitsIn(first)
  expect(hits).toBeGreaterThan(20_000 * TIMES)

  await copyKilledTwice(first, second, hits)
  expect(await digestsOf(second)).toEqual(tables)
  expect(await exportsOf(second)).toEqual(exported)
  await copyKilledTwice(second, third, hits)
  expect(await digestsOf(third)).toEqual(tables)
  expect(await exportsOf(third)).toEqual(exported)

  for (const address of [second, third]) {
    const { url } = await spawnServer({ ...(await testEnvironment('sqlite')), DATABASE_URL: address })
    expect((await follow(url, 'sale')).status).toBe(302)
    expect((await follow(url, `sale-${TIMES - 1}`)).status).toBe(302)
    const login =
      'mutation ($email: String!, $password: String!) { login(email: $email, password: $password) { token } }'
    expect(await ask(url, login, ACCOUNT)).toMatchObject({ errors: [] })
    const me = await ask(url, '{ getUserInfo { email } }', {}, { 'x-api-key': key })
    expect(me.data).toEqual({ getUserInfo: { email: ACCOUNT.email } })
  }
})
