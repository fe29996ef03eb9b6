import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { quantile } from '../../bench/numbers.ts'
import { ask, follow } from '../../support/api.ts'
import type { Prepared } from './client.ts'
import type { Assignment } from './client-process.ts'
import { type Fixture, openFixture, prepareFixture, silentReceiver } from './fixture.ts'
import { KINDS } from './kinds.ts'
import { startVisitors } from './visitors.ts'

const MiB = 2 ** 20
/** The limits are counted by the minute, and a client that sends all it may in the first seconds does the most harm. */
const DURATION_MS = Number(process.env.ATTACK_SECONDS ?? 12) * 1000
/** How long 99 of 100 visits may take at most, on a machine that answers visitors who are alone within 5 ms. */
const MAX_P99_MS = 50
/** On a slower machine: how many times as long as without the client. */
const MAX_P99_RATIO = 10

let fixture: Fixture
beforeAll(async () => {
  fixture = await prepareFixture()
}, 300_000)

it.each(Object.keys(KINDS))(
  'a client that keeps to the limits slows down no visitor and takes little memory and disk by %s',
  // A pause of the machine that runs the test passes; what the server causes comes back.
  { timeout: DURATION_MS + 60_000, retry: 2 },
  async (kind) => {
    const server = await openFixture(fixture)
    const prepared = await prepare(server.url)
    await warmUp(server.url)
    const aloneMs = await p99Alone(server.url)
    const before = { memory: server.memory(), disk: sizeOf(server.folder) }
    const peak = { ...before }
    const watch = setInterval(() => {
      peak.memory = Math.max(peak.memory, server.memory())
      peak.disk = Math.max(peak.disk, sizeOf(server.folder))
    }, 200)
    onTestFinished(() => clearInterval(watch))

    const visitors = startVisitors(server.url, 'watched')
    const answers = await attack({ kind, prepared, durationMs: DURATION_MS })
    const { times, failed } = await visitors.stop()

    const p99 = quantile([...times], 0.99)
    const memory = (peak.memory - before.memory) / MiB
    const disk = (Math.max(peak.disk, sizeOf(server.folder)) - before.disk) / MiB
    console.log(
      `${kind}: p99 ${p99.toFixed(1)} ms, alone ${aloneMs.toFixed(1)} ms, +${memory.toFixed(0)} MiB, disk +${disk.toFixed(0)} MiB, ${JSON.stringify(answers)}`,
    )
    expect(failed, server.log().slice(-2000)).toEqual([])
    expect(times.length).toBeGreaterThan(DURATION_MS / 20)
    expect(p99).toBeLessThan(Math.max(MAX_P99_MS, MAX_P99_RATIO * aloneMs))
    expect(memory).toBeLessThan(256)
    expect(disk).toBeLessThan(50)
    expect(server.process.exitCode).toBeNull()
  },
)

/** The attacker's credentials, an open session of MCP, and five webhooks whose receiver never answers. */
async function prepare(url: string): Promise<Prepared> {
  const { account } = fixture
  const headers = { authorization: `Bearer ${account.token}` }
  const receiver = await silentReceiver()
  for (let webhook = 0; webhook < 5; webhook += 1) {
    const input = { url: `${receiver}${webhook}`, events: ['link.created', 'link.clicked'] }
    await ask(url, 'mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }', { input }, headers)
  }
  const opened = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': account.apiKey },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'worst', version: '1' } },
    }),
  })
  return { url, ...account, session: opened.headers.get('mcp-session-id') as string }
}

/** The first requests of a process pay for the compiler and for loading what they need. */
async function warmUp(url: string) {
  for (let visit = 0; visit < 200; visit += 1) expect((await follow(url, 'watched')).status).toBe(302)
}

/** How long 99 of 100 visits take while no other client sends requests, in milliseconds. */
async function p99Alone(url: string) {
  const visitors = startVisitors(url, 'watched')
  await sleep(2000)
  const { times } = await visitors.stop()
  return quantile([...times], 0.99)
}

async function attack(assignment: Assignment): Promise<Record<number, number>> {
  const child = fork(new URL('./client-process.ts', import.meta.url), {
    execArgv: ['--conditions=@shortlink/source'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send(assignment)
  const [answers] = (await once(child, 'message')) as [Record<number, number>]
  return answers
}

/** Bytes that the files below a folder take. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0)
}
