import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { quantile } from '../../bench/numbers.ts'
import { ask, follow } from '../../support/api.ts'
import { isFullSize } from '../../support/scale.ts'
import type { Prepared } from './client.ts'
import type { Assignment } from './client-process.ts'
import { type Fixture, openFixture, prepareFixture, silentReceiver } from './fixture.ts'
import { KINDS } from './kinds.ts'
import { startVisitors } from './visitors.ts'

const MiB = 2 ** 20
/** 2,000 are more than the limits let through in a minute of what costs most; 60 are more than there are heavy links. */
const REQUESTS = isFullSize() ? 2000 : 60
/** How long visitors wait for other requests at most, in milliseconds of the server's own time. */
const LONGEST_TURN_MS = 300

let fixture: Fixture
beforeAll(async () => {
  fixture = await prepareFixture()
})

it.each(Object.keys(KINDS))(
  'a client that keeps to the limits slows down no visitor and takes little memory and disk by %s',
  async (kind) => {
    const server = await openFixture(fixture)
    const prepared = await prepare(server.url)
    await warmUp(server.url)
    const inUse = (await server.measured()).memory
    const before = { memory: server.memory(), disk: sizeOf(server.folder) }
    const peak = { ...before }
    const watch = setInterval(() => {
      peak.memory = Math.max(peak.memory, server.memory())
      peak.disk = Math.max(peak.disk, sizeOf(server.folder))
    }, 200)
    onTestFinished(() => clearInterval(watch))

    const visitors = startVisitors(server.url, 'watched')
    const answers = await attack({ kind, prepared, requests: REQUESTS })
    const { longestTurnMs, memory: inUseAfter } = await server.measured()
    const { times, failed } = await visitors.stop()

    const memory = (peak.memory - before.memory) / MiB
    const kept = (inUseAfter - inUse) / MiB
    const disk = (Math.max(peak.disk, sizeOf(server.folder)) - before.disk) / MiB
    console.log(
      `${kind}: turns up to ${longestTurnMs.toFixed(1)} ms, +${memory.toFixed(0)} MiB, ${kept.toFixed(0)} kept, disk +${disk.toFixed(0)} MiB, ${times.length} visits with p99 ${quantile([...times], 0.99).toFixed(1)} ms, ${JSON.stringify(answers)}`,
    )
    expect(failed, server.log().slice(-2000)).toEqual([])
    expect(times.length).toBeGreaterThanOrEqual(16)
    expect(longestTurnMs).toBeLessThan(LONGEST_TURN_MS)
    expect(memory).toBeLessThan(256)
    expect(kept).toBeLessThan(128)
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

async function attack(assignment: Assignment): Promise<Record<number, number>> {
  const child = fork(new URL('./client-process.ts', import.meta.url), {
    execArgv: ['--conditions=@shortlink/source'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send(assignment)
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The client ended with ${code}`)))
  const [answers] = (await Promise.race([once(child, 'message'), ended])) as [Record<number, number>]
  return answers
}

/** Bytes that the files below a folder take. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
    .reduce((sum, found) => sum + (found?.isFile() ? found.size : 0), 0)
}
