import { describe, expect, it, vi } from 'vitest'
import { ask, follow } from '../../support/api.ts'
import { keepingOpen, runInProcess } from './in-process.ts'
import { operator, serverBeside } from './shortlink.ts'

const ADA = ['--user', 'ada@example.com']
const LOGIN = 'mutation ($password: String!) { login(email: "ada@example.com", password: $password) { token } }'

/** A running server, Ada's account with a link, a page and a key, and commands beside it. */
async function start() {
  const { environment, run, made } = await operator('sqlite', keepingOpen())
  const { password } = JSON.parse(made.stdout)
  const [{ url }, key] = await Promise.all([
    serverBeside(environment),
    run('key', 'create', ...ADA, '--label', 'k').then(({ stdout }) => stdout.trim()),
  ])
  const login = (given = password) => ask(url, LOGIN, { password: given })
  const { token } = (await login()).data.login
  const bySession = (query: string) => ask(url, query, {}, { authorization: `Bearer ${token}` })
  const byKey = (query: string) => ask(url, query, {}, { 'x-api-key': key })
  const status = async (slug: string) => {
    const response = await follow(url, slug)
    return [response.status, response.status === 302 ? response.headers.get('location') : await response.text()]
  }
  return { environment, url, run, password, login, bySession, byKey, status }
}

const becomes = <T>(read: () => Promise<T>, value: T) =>
  vi.waitFor(async () => expect(await read()).toEqual(value), { timeout: 60_000, interval: 50 })

describe('an operator', () => {
  it('an operator takes an anonymous link down, restores and deletes it, while the server runs', async () => {
    const { url, run, status, bySession } = await start()
    await ask(url, 'mutation { createShortlink(target: "https://evil.example/", shortlink: "phish") }')
    expect(await status('phish')).toEqual([302, 'https://evil.example/'])

    expect(await run('link', 'disable', 'phish')).toEqual({
      code: 0,
      stdout: 'https://sho.rt/phish is disabled; target: https://evil.example/\n',
      stderr: '',
    })
    await becomes(() => status('phish'), [410, 'Link disabled'])
    const asked = await ask(url, '{ targetUrl(shortlink: "phish") }')
    expect(asked.errors[0]).toMatchObject({ message: 'Link disabled', extensions: { code: 'NOT_FOUND' } })
    const taken = await bySession('mutation { createShortlink(target: "https://example.com/", shortlink: "phish") }')
    expect(taken.errors[0]?.extensions.code).toBe('CONFLICT')

    expect(JSON.parse((await run('link', 'enable', 'phish', '--json')).stdout)).toMatchObject({
      slug: 'phish',
      shortUrl: 'https://sho.rt/phish',
      disabled: false,
    })
    await becomes(() => status('phish'), [302, 'https://evil.example/'])
    expect(JSON.parse((await run('link', 'delete', 'phish', '--json')).stdout)).toMatchObject({ deleted: true })
    await becomes(() => status('phish'), [404, 'Target not found'])

    const missing = { code: 1, stdout: '', stderr: 'shortlink: Shortlink not found\n' }
    expect(await run('link', 'disable', 'phish')).toEqual(missing)
    expect(await run('link', 'delete', 'phish', '--host', 'nowhere.example')).toMatchObject({
      code: 1,
      stderr: 'shortlink: Domain not found\n',
    })
  })

  it('an operator disables an account with all its records, and restores them', async () => {
    const { url, run, login, bySession, byKey, status } = await start()
    await byKey('mutation { createShortlink(target: "https://example.com/", shortlink: "adas") }')
    await byKey('mutation { createBioPage(input: { slug: "ada" }) { id } }')
    const page = async () => (await fetch(`${url}/bio/ada`)).status
    expect([await status('adas'), await page()]).toEqual([[302, 'https://example.com/'], 200])

    expect(await run('user', 'disable', 'ADA@example.com')).toMatchObject({
      code: 0,
      stdout: 'Disabled ada@example.com\n',
    })
    for (const refused of [await bySession('{ getUserInfo { id } }'), await byKey('{ getUserInfo { id } }')]) {
      expect(refused.errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    }
    expect((await login()).errors).toEqual((await login('a wrong password')).errors)
    await becomes(() => status('adas'), [410, 'Link disabled'])
    expect(await page()).toBe(410)
    expect((await ask(url, '{ bioPage(slug: "ada") { id } }')).data).toEqual({ bioPage: null })

    expect(JSON.parse((await run('user', 'enable', 'ada@example.com', '--json')).stdout)).toMatchObject({
      email: 'ada@example.com',
      disabled: false,
    })
    for (const answer of [await bySession('{ getUserInfo { id } }'), await byKey('{ getUserInfo { id } }')]) {
      expect(answer.errors).toEqual([])
    }
    expect((await login()).errors).toEqual([])
    await becomes(() => status('adas'), [302, 'https://example.com/'])
    expect(await page()).toBe(200)
  })

  it('an operator resets the password of an account, which ends its sessions', async () => {
    const { environment, run, login, bySession, byKey, password } = await start()
    const generated = JSON.parse((await run('user', 'reset-password', 'ada@example.com', '--json')).stdout)
    expect((await login(password)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect((await login(generated.password)).errors).toEqual([])
    expect((await bySession('{ getUserInfo { id } }')).errors[0]?.extensions.code).toBe('UNAUTHENTICATED')
    expect((await byKey('{ getUserInfo { id } }')).errors).toEqual([])

    const args = ['user', 'reset-password', 'ada@example.com', '--password-stdin']
    expect(await runInProcess(environment, args, 'a second password\n')).toMatchObject({
      code: 0,
      stdout: expect.not.stringContaining('a second'),
    })
    expect((await login('a second password')).errors).toEqual([])
    expect(await runInProcess(environment, args, 'short\n')).toMatchObject({
      code: 1,
      stderr: 'shortlink: password must have 8 to 128 characters\n',
    })
    expect(await run('user', 'disable', 'unknown@example.com')).toMatchObject({
      code: 1,
      stderr: 'shortlink: no account has the email address unknown@example.com\n',
    })
  })
})
