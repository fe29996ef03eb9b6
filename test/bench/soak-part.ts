import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '../support/free-port.ts'
import { START_OPTIONS } from '../support/start-options.ts'
import { graphql } from './api.ts'
import { type DatabaseName, HIGH_LIMITS, openFixture, seedLinks } from './fixture.ts'
import { watchCores } from './process-figures.ts'
import { ALL_CORES, forkLoad, startOurs } from './processes.ts'
import { progress, progressEnds } from './progress.ts'
import type { Part } from './report.ts'
import { figuresOf, total } from './soak-figures.ts'
import type { TrafficSums } from './soak-process.ts'
import type { TrafficPlan } from './soak-traffic.ts'
import { type HeapSample, type Sample, watch } from './soak-watch.ts'

const LINKS = 10_000
/** For the last hits and events to arrive. */
const DRAIN_TIMEOUT_MS = 30_000
/** Much of it comes from one address and one account. */
const UNLIMITED = { ...HIGH_LIMITS, RATELIMIT_REDIRECT_PER_MIN: '0' }
/** Samples taken in a run. Every {@link SAMPLES_A_HEAP}th includes the heap, which pauses the server. */
const SAMPLES = 40
const SAMPLES_A_HEAP = 8
const METRICS_TOKEN = 'a-token-of-the-soak'

/** Measures a server under every kind of traffic at once, for the given minutes. */
export async function measureSoak(database: DatabaseName, minutes: number): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: LINKS }))
  const receiver = await startReceiver()
  const inspectorPort = await freePort()
  const server = await startOurs(
    { ...fixture.environment, ...UNLIMITED, METRICS_TOKEN, WEBHOOK_ALLOW_PRIVATE: 'true' },
    {
      nodeOptions: [...START_OPTIONS, `--inspect=127.0.0.1:${inspectorPort}`, '--inspect-publish-uid=http'],
      cores: ALL_CORES,
    },
  )
  const settled = await settle(server.port, receiver.url)
  const plan = { ...settled, seconds: minutes * 60 }
  const stopMoving = moveWebhook(settled, receiver.url)
  const watched = await watch(server.port, { token: METRICS_TOKEN, inspectorPort })
  const coresUsed = watchCores(server.pid)
  const { sums, samples, heaps } = await underLoad(plan, watched)
  const cores = coresUsed()
  progress('soak: waiting for the last hits and events')
  const deadline = performance.now() + DRAIN_TIMEOUT_MS
  const isComplete = async () =>
    receiver.events.size >= total(sums.events) && (await watched.sample()).hitsStored >= sums.redirected
  while (!(await isComplete()) && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 500))
  await stopMoving()
  watched.close()
  await server.stop()
  receiver.close()
  const hits = await fixture.count('hits')
  progressEnds()
  for (const [what, times] of Object.entries(sums.unexpected)) process.stderr.write(`${times} × ${what}\n`)
  return {
    title: database === 'sqlite' ? 'SQLite' : 'Postgres',
    note: `${minutes} minutes: redirects of known, unknown, changing and new links, some with rules; links made, changed, searched and counted over GraphQL and MCP; QR codes, bio pages; every event of an account delivered to a receiver here. Server, load generator, database and receiver share two cores. Memory is looked at from a fifth of the time on, when the service is warm.`,
    figures: figuresOf({ minutes, sums, samples, heaps, cores, hits, events: receiver.events.size }),
  }
}

/** An account with links, a webhook and a bio page. */
async function settle(port: number, receiver: string): Promise<Omit<TrafficPlan, 'seconds'> & { webhook: string }> {
  const { signup } = await graphql<{ signup: { token: string } }>(port, SIGN_UP)
  const authorization = { authorization: `Bearer ${signup.token}` }
  const inputs = Array.from({ length: 100 }, (_, index) => ({ target: `https://example.com/article-${index}` }))
  const made = await graphql<{
    createShortlinks: { shortlink: { id: string; shortlink: string } }[]
    createApiKey: { secret: string }
  }>(port, SETTLE, { inputs }, authorization)
  // Subscribes after the links were made, so that their events are not counted.
  const { createWebhook } = await graphql<{ createWebhook: { id: string } }>(
    port,
    SUBSCRIBE,
    { url: receiver },
    authorization,
  )
  return {
    webhook: createWebhook.id,
    port,
    token: signup.token,
    apiKey: made.createApiKey.secret,
    ownLinks: made.createShortlinks.map(({ shortlink }) => ({ id: shortlink.id, slug: shortlink.shortlink })),
    bioSlug: 'soaked',
  }
}

/** Changes the receiver's loopback address every few seconds, since one host gets at most 600 deliveries a minute. */
function moveWebhook({ port, token, webhook }: { port: number; token: string; webhook: string }, receiver: string) {
  let turn = 0
  let moving = Promise.resolve()
  const timer = setInterval(() => {
    const url = receiver.replace('127.0.0.1', `127.0.0.${(++turn % HOSTS) + 1}`)
    moving = graphql(port, MOVE, { id: webhook, url }, { authorization: `Bearer ${token}` }).then(
      () => {},
      console.error,
    )
  }, MOVE_EVERY_MS)
  return () => {
    clearInterval(timer)
    return moving
  }
}

const HOSTS = 10
const MOVE_EVERY_MS = 8000
const MOVE = 'mutation ($id: ID!, $url: String!) { updateWebhook(id: $id, input: { url: $url }) { id } }'
const SIGN_UP = 'mutation { signup(name: "Soak", email: "soak@example.com", password: "seven quiet rivers") { token } }'
const SETTLE = `mutation ($inputs: [CreateShortlinkInput!]!) {
  createShortlinks(inputs: $inputs) { shortlink { id shortlink } }
  createApiKey(label: "soak") { secret }
  createBioPage(input: { slug: "soaked", title: "Soaked" }) { id }
}`
const SUBSCRIBE = `mutation ($url: String!) {
  createWebhook(input: { url: $url, events: ["link.created", "link.clicked", "bio.viewed"] }) { id }
}`

/** A webhook receiver that counts distinct event ids, since an event may be delivered twice. */
async function startReceiver() {
  const events = new Set<string>()
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      events.add(String(request.headers['webhook-id']))
      response.end()
    })
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, events, close: () => server.close() }
}

/** Runs the traffic and looks at the server meanwhile. */
async function underLoad(plan: TrafficPlan, watched: Awaited<ReturnType<typeof watch>>) {
  const load = forkLoad(new URL('./soak-process.ts', import.meta.url))
  const samples: Sample[] = []
  const heaps: HeapSample[] = []
  let sums: TrafficSums | undefined
  load.on('message', (received: TrafficSums) => {
    sums = received
    progress(progressLine(received, samples.at(-1)))
  })
  load.send(plan)
  const [share, began] = [(plan.seconds * 1000) / SAMPLES, performance.now()]
  while (!sums?.done) {
    if (load.exitCode !== null) throw new Error(`The load generator ended with ${load.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, share - ((performance.now() - began) % share)))
    samples.push(await watched.sample())
    if (samples.length % SAMPLES_A_HEAP === 0) heaps.push(await watched.heap())
  }
  load.disconnect()
  return { sums, samples, heaps }
}

function progressLine({ surfaces: { redirect, api, page }, unexpected }: TrafficSums, sample?: Sample) {
  const wrong = total(unexpected)
  const sent = `${redirect.count + api.count + page.count} answers, ${wrong} wrong`
  const times = `p99 lately: redirects ${redirect.p99.toFixed(1)}, API ${api.p99.toFixed(1)} ms`
  return `soak: ${sent}; ${times}; ${((sample?.resident ?? 0) / 2 ** 20).toFixed(0)} MiB`
}
