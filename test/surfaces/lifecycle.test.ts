import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { ask, follow, newAccount } from '../support/api.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { rawConnection } from '../support/raw-http.ts'
import { launchServer, spawnServer, testEnvironment } from '../support/server.ts'
import { BUILT_SERVER, START_OPTIONS } from '../support/start-options.ts'

const main = [...START_OPTIONS, ...BUILT_SERVER]

it('the server starts without settings, with generated secrets that survive a restart', async () => {
  const folder = temporaryFolder()
  const environment = { PORT: String(await freePort()), DATA_DIR: folder }
  const first = await spawnServer(environment)
  const signedUp = await ask(
    first.url,
    'mutation { signup(name: "Ada", email: "ada@example.com", password: "engine number nine") { token } }',
  )
  const headers = { authorization: `Bearer ${signedUp.data.signup.token}` }
  first.process.kill('SIGTERM')
  expect(await once(first.process, 'exit')).toEqual([0, null])

  const second = await spawnServer(environment)
  expect((await ask(second.url, '{ getUserInfo { email } }', {}, headers)).data.getUserInfo.email).toBe(
    'ada@example.com',
  )
  expect(statSync(join(folder, 'jwt-secret')).mode & 0o777).toBe(0o600)
})

it('the server refuses to start in production without its settings: one line, every name, exit code 78', async () => {
  const child = spawn(process.execPath, main, { env: { ...bareEnvironment(), NODE_ENV: 'production' } })
  let complaint = ''
  child.stderr.on('data', (chunk) => {
    complaint += chunk
  })
  expect((await once(child, 'exit'))[0]).toBe(78)
  expect(complaint.trim().split('\n')).toHaveLength(1)
  for (const name of ['JWT_SECRET', 'APIKEY_PEPPER', 'DATABASE_URL']) expect(complaint).toContain(name)
})

it('a start that finds an empty secret ends with exit code 78 and one line naming the file', async () => {
  const { APIKEY_PEPPER: _, ...environment } = await testEnvironment('sqlite')
  const file = join(String(environment.DATA_DIR), 'apikey-pepper')
  writeFileSync(file, '')
  const { process: child, log } = launchServer(environment)
  expect(await once(child, 'close')).toEqual([78, null])
  expect(log()).toMatch(/^[^\n]+\n$/)
  expect(log()).toContain(`${file} holds fewer than 32 bytes`)
})

it('a start that waits for another server’s migration says so, and SIGTERM ends it at once with exit code 0', async () => {
  const environment = await testEnvironment('postgres', { LOG_LEVEL: 'info' })
  const holder = new pg.Client(environment.DATABASE_URL)
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('select pg_advisory_lock(7365240814)')
  const { process: child, log } = launchServer(environment)
  await expect.poll(log).toContain('waiting for another server that updates the schema')
  // The lock is held until the test has finished, so the exit does not wait for it.
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

const CREATE = 'mutation { createShortlink(target: "https://example.com/", shortlink: "kept") }'

it('SIGTERM lets requests in progress finish, and every answered hit is stored', async () => {
  const environment = await testEnvironment('sqlite')
  const first = await spawnServer(environment)
  const account = await newAccount(first.url)
  await account.ask(CREATE)
  const answers = await Promise.all(Array.from({ length: 200 }, () => follow(first.url, 'kept')))
  expect(answers.every((answer) => answer.status === 302)).toBe(true)
  first.process.kill('SIGTERM')
  expect(await once(first.process, 'exit')).toEqual([0, null])
  const second = await spawnServer(environment)
  expect(await account.clicks(second.url)).toBe(200)
})

/** A server with a request whose body has not come whole, so that its shutdown takes as long as the test wants. */
async function serverWithOpenRequest(settings = {}) {
  const server = await spawnServer(await testEnvironment('sqlite', settings))
  const socket = await rawConnection(server.url)
  socket.write('POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 24\r\n')
  socket.write('Expect: 100-continue\r\nConnection: close\r\n\r\n')
  await once(socket, 'data')
  const refusesOthers = () =>
    fetch(`${server.url}/healthz`).then(
      () => false,
      () => true,
    )
  return { server, child: server.process, socket, refusesOthers }
}

it('under npm, which passes on Ctrl-C, a second signal right after the first lets the requests in progress finish', async () => {
  const { child, socket, refusesOthers } = await serverWithOpenRequest({ npm_lifecycle_event: 'start' })
  const exited = once(child, 'exit')
  // Two of one kind might be delivered as one.
  child.kill('SIGINT')
  child.kill('SIGTERM')
  await expect.poll(refusesOthers, { interval: 5 }).toBe(true)
  socket.write('{"query":"{__typename}"}')
  let answer = ''
  for await (const text of socket) answer += text
  expect(answer).toContain('"Query"')
  expect(await exited).toEqual([0, null])
})

it('a second signal ends the server at once with exit code 1, however soon it comes', async () => {
  const { server, child } = await serverWithOpenRequest()
  // Node aborts when it exits while a thread loads a native module, as the one that stores visits does when the server has started.
  const account = await newAccount(server.url)
  await account.ask(CREATE)
  await follow(server.url, 'kept')
  await expect.poll(() => account.clicks()).toBe(1)
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  child.kill('SIGINT')
  expect(await exited).toEqual([1, null])
  expect(server.log()).toMatch(/^shortlink: a second signal \((SIGINT|SIGTERM)\) ended the process$/m)
})
