import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { CREATE, LIST, signUp } from './api.ts'
import { HIGH_LIMITS, openFixture, seedLinks } from './fixture.ts'
import { allStored, METRICS } from './metrics.ts'
import { medianOf, medianRatio } from './numbers.ts'
import { type BenchServer, startLoadGenerator, startOurs, startServer } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { browserRequest, jsonRequest, visitsOf } from './requests.ts'
import { expectOnly, inTurns, measureTurn, type Turn } from './rounds.ts'

const LINKS = 200

interface Sizes {
  readonly rounds: number
  readonly seconds: number
}

/** Redirects, creates and lists of Kutt 3 on SQLite beside ours. */
export async function measureKutt(folder: string, { rounds, seconds }: Sizes): Promise<Part> {
  const fixture = await openFixture('sqlite')
  progress('kutt: starting')
  const ours = await startOurs({ ...fixture.environment, ...HIGH_LIMITS, ...METRICS })
  const account = await signUp(ours.port)
  await fixture.run(seedLinks({ count: LINKS, owner: account.id }))
  const kutt = await startKutt(folder, fixture.environment.DATA_DIR as string)
  const key = await kuttKey(kutt.port)
  const run = startLoadGenerator()
  const calls = (server: BenchServer, status: number, requests: readonly string[]) => async () => {
    const plan = { port: server.port, requests, connections: 8, seconds }
    const turn = await measureTurn(
      server,
      () => run(plan),
      () => (server === ours ? allStored(ours.port) : Promise.resolve()),
    )
    expectOnly(status, turn)
    return turn
  }
  const target = { target: 'https://example.com/articles/2026/a-headline' }
  const made = await Promise.all(Array.from({ length: LINKS }, () => kuttCreate(kutt.port, key, target)))
  const turns = await inTurns('kutt', rounds, {
    kuttRedirect: calls(
      kutt,
      302,
      made.map((slug, index) => browserRequest(slug, index)),
    ),
    redirect: calls(ours, 302, visitsOf(LINKS)),
    kuttCreate: calls(kutt, 201, [jsonRequest('/api/v2/links', target, key)]),
    create: calls(ours, 200, [account.request(CREATE)]),
    kuttList: calls(kutt, 200, [get('/api/v2/links?limit=20', key)]),
    list: calls(ours, 200, [account.request(LIST, { take: 20 })]),
  })
  const figures = (what: string, theirs: readonly Turn[], own: readonly Turn[], atLeast?: number) => [
    { what: `${what}, CPU`, value: medianOf(own, allCpu), unit: 'µs' },
    { what: `${what}, CPU of Kutt`, value: medianOf(theirs, allCpu), unit: 'µs' },
    {
      what: `${what}, Kutt vs. Shortlink`,
      value: medianRatio([theirs, allCpu], [own, allCpu]),
      unit: '×',
      atLeast,
    },
  ]
  return {
    title: 'Kutt',
    note: `CPU of the whole process, medians of ${rounds} rounds of ${seconds} s in turns on one core, 8 connections, both on SQLite, ${LINKS} links.`,
    figures: [
      ...figures('redirect', turns.kuttRedirect, turns.redirect, 80),
      ...figures('create', turns.kuttCreate, turns.create),
      ...figures('list of 20', turns.kuttList, turns.list),
    ],
  }
}

const allCpu = (turn: Turn) => turn.allCpu

async function startKutt(folder: string, data: string): Promise<BenchServer> {
  const port = await freePort()
  const environment = {
    PORT: `${port}`,
    DEFAULT_DOMAIN: `127.0.0.1:${port}`,
    NODE_ENV: 'production',
    JWT_SECRET: 'a secret for measuring, of 32 bytes',
    JWT_COOKIE_NAME: 'token',
    DB_CLIENT: 'better-sqlite3',
    DB_FILENAME: join(data, 'kutt.db'),
  }
  const env = { PATH: process.env.PATH, ...environment }
  execFileSync(process.execPath, ['node_modules/knex/bin/cli.js', 'migrate:latest'], { cwd: folder, env })
  return startServer(['server/server.js', '--production'], environment, '/login', { nodeOptions: [], folder })
}

/** Makes the first account, which Kutt lets anyone do, and gives the header of its API key. */
async function kuttKey(port: number): Promise<Record<string, string>> {
  const email = 'bench@example.com'
  const { token } = await post(port, '/api/v2/auth/create-admin', { email, password: 'seven quiet rivers' })
  const { apikey } = await post(port, '/api/v2/auth/apikey', {}, { cookie: `token=${token}` })
  return { 'x-api-key': `${apikey}` }
}

async function kuttCreate(port: number, key: Record<string, string>, target: object): Promise<string> {
  const { address } = await post(port, '/api/v2/links', target, key)
  return `${address}`
}

async function post(port: number, path: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`Kutt answered ${response.status} to ${path}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}

const get = (path: string, headers: Readonly<Record<string, string>>) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')
