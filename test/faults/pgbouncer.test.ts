import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, inject, it, onTestFinished } from 'vitest'
import { ask, follow, newAccount } from '../support/api.ts'
import { emptyPostgresDatabase } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { spawnServer, testEnvironment } from '../support/server.ts'

const LINKS = '{ shortlinkConnection(take: 1) { items { id } } }'
const UPDATE =
  'mutation ($id: ID!, $target: String!) { updateShortlinks(inputs: [{ id: $id, target: $target }]) { ok } }'

const isInstalled = () => {
  try {
    execFileSync('pgbouncer', ['--version'])
    return true
  } catch {
    return false
  }
}

/** A pgbouncer in transaction mode before an empty database, as docs/deploying.md says to set it; gone when the test has finished. */
async function databaseBehindPgbouncer(): Promise<string> {
  const url = new URL(await emptyPostgresDatabase())
  const port = await freePort()
  const folder = mkdtempSync(join(inject('runFolder'), 'pgbouncer-'))
  // Started by root it runs as another user.
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'users.txt'), '"postgres" "postgres"\n')
  const settings = [
    '[databases]',
    `* = host=${url.hostname} port=${url.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = plain',
    `auth_file = ${folder}/users.txt`,
    'pool_mode = transaction',
    'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
  ]
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.join('\n'))
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const pgbouncer = spawn('pgbouncer', [...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  onTestFinished(async () => {
    pgbouncer.kill('SIGKILL')
    if (pgbouncer.exitCode === null) await once(pgbouncer, 'exit')
  })
  await expect.poll(() => isOpen(port)).toBe(true)
  url.port = String(port)
  return url.href
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

it.runIf(isInstalled())(
  'two servers behind a pgbouncer in transaction mode start, say that no notification comes, and see each other’s changes within a second',
  async () => {
    const database = { DATABASE_URL: await databaseBehindPgbouncer(), LOG_LEVEL: 'warn' }
    const one = await spawnServer(await testEnvironment('sqlite', database))
    const other = await spawnServer(await testEnvironment('sqlite', database))
    const account = await newAccount(one.url)
    const create = await account.ask('mutation { createShortlink(target: "https://old.example/", shortlink: "abc") }')
    expect(create.errors).toEqual([])
    const { id } = (await account.ask(LINKS)).data.shortlinkConnection.items[0]
    for (const target of ['https://first.example/', 'https://second.example/', 'https://third.example/']) {
      for (let visits = 0; visits < 20; visits++) await follow(other.url, 'abc')
      expect((await ask(one.url, UPDATE, { id, target }, account.headers)).errors).toEqual([])
      const shown = async () => (await follow(other.url, 'abc')).headers.get('location')
      await expect.poll(shown, { interval: 20 }).toBe(target)
    }
    await expect.poll(() => other.log()).toContain('notifications do not arrive')
  },
)
