import { PassThrough } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../hosts/app/settings/settings.ts'
import { createLog } from '../../hosts/kit/log.ts'
import { startServer } from '../../hosts/server/serve.ts'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { operator, serverBeside, shortlink } from '../hosts/cli/shortlink.ts'
import { ask } from '../support/api.ts'
import { temporaryFolder } from '../support/databases.ts'
import { freePort } from '../support/free-port.ts'
import { spawnServer, surfaceDatabases, testEnvironment } from '../support/server.ts'

const SIGN_UP =
  'mutation ($email: String!) { signup(name: "Ada", email: $email, password: "engine number nine") { token } }'
const signUp = (url: string, n: number) => ask(url, SIGN_UP, { email: `ada-${n}@example.com` })
const SIGN_UP_WITH =
  'mutation ($token: String) { signup(name: "Ada", email: "ada@example.com", password: "engine number nine", token: $token) { token } }'
const SIGN_UP_INVITED =
  'mutation ($email: String!, $invite: String) { signup(name: "Ada", email: $email, password: "engine number nine", invite: $invite) { token } }'
const signUpWith = (url: string, token: string | null | undefined) => ask(url, SIGN_UP_WITH, { token })
const SERVICE = '{ service { signup signupNeedsToken } }'
const WRONG_TOKEN = {
  message: 'The first account needs the sign-up token: SIGNUP_TOKEN, or the one that the server printed at its start',
  extensions: { code: 'FORBIDDEN' },
}
const CLOSED = { message: 'Sign-up is closed', extensions: { code: 'FORBIDDEN' } }

describe.each(surfaceDatabases(import.meta.url))('on %s', (database) => {
  it('SIGNUP=first lets one of 20 concurrent sign-ups over all replicas in, and none later', async () => {
    const environment = await testEnvironment(database, { SIGNUP: 'first' })
    const other = { ...environment, PORT: String(await freePort()), DATA_DIR: temporaryFolder() }
    // A SQLite file has one server.
    const replicas = database === 'postgres' ? [environment, other] : [environment]
    const servers = await Promise.all(replicas.map((each) => startServer(readSettings(each), createLog('silent'))))
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close('the test is over')))))
    const urls = servers.map(({ url }) => url)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => signUp(urls[n % urls.length] as string, n)))
    const [winner, ...others] = answers.filter(({ errors }) => errors.length === 0)
    expect(others).toEqual([])
    expect(winner?.data.signup.token).toMatch(/^ey/)
    for (const { errors } of answers.filter((answer) => answer !== winner)) expect(errors[0]).toMatchObject(CLOSED)
    for (const [n, url] of urls.entries()) expect((await signUp(url, 20 + n)).errors[0]).toMatchObject(CLOSED)
  })

  it('SIGNUP=first stays closed when the only account is deleted, also after a restart', async () => {
    const environment = await testEnvironment(database, { SIGNUP: 'first' })
    const start = () => startServer(readSettings(environment), createLog('silent'))
    const first = await start()
    const { data } = await signUp(first.url, 1)
    const headers = { authorization: `Bearer ${data.signup.token}` }
    expect((await ask(first.url, 'mutation { deleteAccount }', {}, headers)).errors).toEqual([])
    expect((await signUp(first.url, 2)).errors[0]).toMatchObject(CLOSED)
    await first.close('the test restarts it')
    const again = await start()
    onTestFinished(() => again.close('the test is over'))
    expect((await signUp(again.url, 3)).errors[0]).toMatchObject(CLOSED)
    expect((await ask(again.url, '{ service { signup } }')).data.service.signup).toBe('CLOSED')
  })

  it('on a public host the first sign-up needs the token that each replica prints at its start, until there is an account', async () => {
    const environment = await testEnvironment(database, { SIGNUP: 'first', BASE_URL: 'https://sho.rt' })
    const first = await startAndRead(environment)
    const [token] = first.tokens as [string]
    expect(token).toMatch(/^[\w-]{22}$/)
    await first.server.close('the test restarts it')
    const { server, tokens } = await startAndRead(environment)
    expect(tokens).toEqual([token])
    const { url } = server
    expect((await ask(url, SERVICE)).data.service).toEqual({ signup: 'FIRST', signupNeedsToken: true })
    for (const given of [undefined, null, '', `${token} `, token.toLowerCase()]) {
      expect((await signUpWith(url, given)).errors[0]).toMatchObject(WRONG_TOKEN)
    }
    expect((await signUpWith(url, token)).data.signup.token).toMatch(/^ey/)
    expect((await signUpWith(url, token)).errors[0]).toMatchObject(CLOSED)
    expect((await ask(url, SERVICE)).data.service).toEqual({ signup: 'CLOSED', signupNeedsToken: false })
    await server.close('the test restarts it')
    const again = await startAndRead(environment)
    onTestFinished(() => again.server.close('the test is over'))
    expect(again.tokens).toEqual([])
  })
})

/** Starts a server; resolves with it and the sign-up tokens that it printed. */
async function startAndRead(environment: Record<string, string>) {
  const output = new PassThrough()
  const server = await startServer(readSettings(environment), createLog('warn', output))
  const lines = String(output.read() ?? '')
    .split('\n')
    .filter(Boolean)
  const tokens = lines.flatMap((line) => JSON.parse(line).signupToken ?? [])
  return { server, tokens }
}

it('a SIGNUP_TOKEN of the operator is asked for on any host, and is not printed', async () => {
  const environment = await testEnvironment('sqlite', { SIGNUP: 'first', SIGNUP_TOKEN: 'a token of the operator' })
  const { server, tokens } = await startAndRead(environment)
  onTestFinished(() => server.close('the test is over'))
  expect(tokens).toEqual([])
  expect((await signUpWith(server.url, 'another token of 22 c.')).errors[0]).toMatchObject(WRONG_TOKEN)
  expect((await signUpWith(server.url, 'a token of the operator')).errors).toEqual([])
})

it('SIGNUP=invite lets one of 10 concurrent sign-ups with a code in, and ADMIN_EMAILS promotes an existing account', async () => {
  const { environment, run } = await operator('sqlite', runInProcess)
  const inviting = { ...environment, SIGNUP: 'invite', ADMIN_EMAILS: 'Ada@example.com' }
  const { url } = await serverBeside(inviting)
  const listed = JSON.parse((await run('user', 'list', '--json')).stdout)
  expect(listed.items).toMatchObject([{ email: 'ada@example.com', role: 'ADMIN' }])
  const log = JSON.parse((await run('audit', 'list', '--user', 'ada@example.com', '--json')).stdout)
  expect(log.items[0]).toMatchObject({
    action: 'setAccountRole',
    actor: 'system',
    surface: 'SYSTEM',
    changed: ['role'],
  })
  expect((await ask(url, SERVICE)).data.service).toEqual({ signup: 'INVITE', signupNeedsToken: false })
  expect((await signUp(url, 1)).errors[0]).toMatchObject(CLOSED)
  const { code } = JSON.parse((await runInProcess(inviting, ['user', 'invite', '--json'])).stdout)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => ask(url, SIGN_UP_INVITED, { email: `ada-${n}@example.com`, invite: code })),
  )
  const refused = answers.filter(({ errors }) => errors.length > 0)
  expect(refused).toHaveLength(9)
  for (const { errors } of refused) expect(errors[0]).toMatchObject(CLOSED)
})

it('SIGNUP=closed refuses every sign-up, and the command line creates accounts that can log in', async () => {
  const { environment } = await operator()
  const closed = { ...environment, SIGNUP: 'closed' }
  const { url } = await spawnServer(closed)
  expect((await signUp(url, 1)).errors[0]).toMatchObject(CLOSED)
  const args = ['user', 'create', '--name', 'Bo', '--email', 'bo@example.com', '--password-stdin']
  expect(await shortlink(closed, args, 'quiet harbour lights\n')).toMatchObject({ code: 0 })
  const login = 'mutation { login(email: "bo@example.com", password: "quiet harbour lights") { user { name } } }'
  expect((await ask(url, login)).data.login.user.name).toBe('Bo')
})
