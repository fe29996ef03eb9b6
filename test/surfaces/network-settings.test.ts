import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../../hosts/app/settings/settings.ts'
import { createLog } from '../../hosts/kit/log.ts'
import { startServer } from '../../hosts/server/serve.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'

/** A server in this process and what it logs. */
async function loggingServer(settings: Record<string, string | undefined>) {
  const lines: { msg: string; level: number; file?: string }[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const server = await startServer(readSettings({ ...(await testEnvironment('sqlite')), ...settings }), log)
  onTestFinished(() => server.close('the test is over'))
  return { url: server.url, messages: () => lines.map(({ msg }) => msg), lines }
}

const statusOf = async (url: string, path: string, init?: RequestInit) =>
  (await fetch(`${url}${path}`, { redirect: 'manual', ...init })).status

it('INTERNAL_PORT serves metrics and the certificate check there only, under any host name, until the server stops', async () => {
  const port = String(await freePort())
  const headers = { authorization: 'Bearer a-token-of-the-tests' }
  const server = await startTestServer({
    settings: { INTERNAL_PORT: port, METRICS_TOKEN: 'a-token-of-the-tests', BASE_URL: 'https://sho.rt' },
  })
  const internal = `http://127.0.0.1:${port}`
  for (const path of ['/metrics', '/internal/tls-check?domain=go.example.com'])
    expect(await statusOf(server.url, path, { headers })).toBe(404)
  expect(await statusOf(internal, '/metrics', { headers })).toBe(200)
  expect(await (await fetch(`${internal}/internal/tls-check?domain=go.example.com`)).text()).toBe('Unknown domain')
  for (const path of ['/graphql', '/', '/llms.txt', '/some-slug']) expect(await statusOf(internal, path)).toBe(404)
  await server.close('the test is over')
  await expect(fetch(`${internal}/metrics`)).rejects.toThrow()
})

it('an INTERNAL_PORT in use ends the start with a line that names the port', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  onTestFinished(() => void holder.close())
  const { port } = holder.address() as { port: number }
  await expect(startTestServer({ settings: { INTERNAL_PORT: String(port) } })).rejects.toThrow(
    `Cannot listen on HOST 127.0.0.1, INTERNAL_PORT ${port} (EADDRINUSE): another program uses the port`,
  )
})

it('every path except /healthz has a limit for each network, with its state in headers', async () => {
  const server = await startTestServer({
    settings: { RATELIMIT_PUBLIC_PER_MIN: '1', METRICS_TOKEN: 'a-token-of-the-tests' },
  })
  onTestFinished(() => server.close('the test is over'))
  for (const path of [
    '/',
    '/readyz',
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/favicon.ico',
    '/metrics',
    '/internal/tls-check',
    '/a.b/c',
  ]) {
    const answers = []
    for (let count = 0; count < 6; count += 1) answers.push(await fetch(`${server.url}${path}`, { redirect: 'manual' }))
    expect(answers[4]?.headers.get('ratelimit-remaining')).toBe('0')
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, false, false, false, true])
    expect(answers[5]?.headers.get('retry-after')).toMatch(/^\d+$/)
  }
  for (let count = 0; count < 6; count += 1)
    expect(await statusOf(server.url, '/webhooks/payment', { method: 'POST' })).toBe(count < 5 ? 404 : 429)
  for (const path of ['/bio/none', '/none/qr']) {
    const answers = [await fetch(server.url + path), await fetch(server.url + path)]
    expect(answers.map(({ status }) => status)).toEqual([404, 429])
    expect(answers.map(({ headers }) => headers.get('ratelimit-limit'))).toEqual(['1', '1'])
  }
  for (let count = 0; count < 20; count += 1) expect(await statusOf(server.url, '/healthz')).toBe(200)
})

it('the log warns of TRUST_PROXY=true at the start, and once of an ignored X-Forwarded-For', async () => {
  const trusting = await loggingServer({ TRUST_PROXY: 'true' })
  expect(trusting.messages().filter((message) => message.startsWith('TRUST_PROXY is true'))).toHaveLength(1)

  const careful = await loggingServer({})
  const ignored = () => careful.messages().filter((message) => message.includes('X-Forwarded-For'))
  await fetch(`${careful.url}/none`)
  expect(ignored()).toEqual([])
  for (let count = 0; count < 3; count += 1)
    await fetch(`${careful.url}/none`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(ignored()).toHaveLength(1)
})

it('the first start logs which secrets it generated, and the next start none', async () => {
  const environment = await testEnvironment('sqlite')
  const settings = { ...environment, JWT_SECRET: undefined, APIKEY_PEPPER: undefined, BASE_URL: 'http://localhost' }
  const filesLogged = async () => {
    const lines: { msg: string; file: string }[] = []
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
    const server = await startServer(readSettings(settings), log)
    await server.close('the test is over')
    return lines.filter(({ msg }) => msg.includes('secret was generated')).map(({ file }) => file.split('/').at(-1))
  }
  expect((await filesLogged()).sort()).toEqual(['apikey-pepper', 'jwt-secret'])
  expect(await filesLogged()).toEqual([])
})
