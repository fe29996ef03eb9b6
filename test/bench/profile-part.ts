import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { START_OPTIONS } from '../support/start-options.ts'
import { type DatabaseName, openFixture, seedLinks } from './fixture.ts'
import { grouped } from './numbers.ts'
import { ALL_CORES, startLoadGenerator, startServer } from './processes.ts'
import { progress } from './progress.ts'
import type { Part } from './report.ts'
import { visitsOf } from './requests.ts'

const LINKS = 10_000
const CONNECTIONS = 32
const RATE = 5000
/** Part of the answers that is left out. */
const WARM_UP = 0.4
/** Microseconds a request that are not worth a line. */
const NEGLIGIBLE = 0.05

/** Where the time of a redirect goes in the thread that answers it, by V8's profile of both servers. */
export async function measureProfile(database: DatabaseName, { seconds }: { readonly seconds: number }): Promise<Part> {
  const fixture = await openFixture(database)
  await fixture.run(seedLinks({ count: LINKS }))
  const bare = await profiled('test/bench/bare.ts', { PORT: `${await freePort()}` }, '/', seconds)
  const ours = await profiled('hosts/server/main.ts', fixture.environment, '/healthz', seconds)
  const lines = [...new Set([...ours.keys(), ...bare.keys()])]
    .sort((one, other) => (ours.get(other) ?? 0) - (ours.get(one) ?? 0))
    .flatMap((what) => [
      { what, value: ours.get(what) ?? 0, unit: 'µs' },
      { what: `${what}, bare`, value: bare.get(what) ?? 0, unit: 'µs' },
    ])
  return {
    title: 'Redirect profile',
    note: `V8's profile at ${grouped(RATE)} requests a second, warm, on all cores, so that no other thread's turn counts as this one's.`,
    figures: lines.filter(({ value }) => value >= NEGLIGIBLE),
  }
}

/** Microseconds a request, by what they were spent on. */
async function profiled(script: string, environment: Record<string, string>, path: string, seconds: number) {
  progress(`profile: ${script}`)
  const folder = mkdtempSync(join(tmpdir(), 'shortlink-profile-'))
  const nodeOptions = [...START_OPTIONS, '--cpu-prof', `--cpu-prof-dir=${folder}`]
  const server = await startServer([script], environment, path, { nodeOptions, cores: ALL_CORES })
  const { requests } = await startLoadGenerator()({
    port: server.port,
    requests: visitsOf(LINKS),
    connections: CONNECTIONS,
    seconds: seconds * 4,
    rate: RATE,
  })
  await server.stop()
  const spent = new Map<string, number>()
  for (const [what, microseconds] of selfTimes(firstThread(folder))) {
    spent.set(what, (spent.get(what) ?? 0) + microseconds / requests)
  }
  rmSync(folder, { recursive: true, force: true })
  return spent
}

interface Node {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string }
  readonly children?: readonly number[]
}

interface Profile {
  readonly nodes: readonly Node[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

/** V8 writes one file a thread, with the thread's number in its name; 0 is the first. */
function firstThread(folder: string): Profile {
  const file = readdirSync(folder).find((name) => /\.0\.\d+\.cpuprofile$/.test(name))
  if (file === undefined) throw new Error('The server left no profile')
  return JSON.parse(readFileSync(join(folder, file), 'utf8'))
}

/** Of what is done from when the server is warm to its last answer. */
function* selfTimes({ nodes, samples, timeDeltas }: Profile): Generator<readonly [what: string, microseconds: number]> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const lineage = (id: number): Node[] => {
    const node = byId.get(id)
    return node === undefined ? [] : [node, ...lineage(parents.get(id) ?? -1)]
  }
  const kinds = new Map(nodes.map(({ id }) => [id, kindOf(lineage(id))]))
  const isRequest = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === 'parserOnIncoming').map(({ id }) => id),
  )
  const answers = samples.flatMap((id, index) => (lineage(id).some((node) => isRequest.has(node.id)) ? [index] : []))
  // What is loaded and compiled at first is no part of a redirect.
  const began = answers[Math.floor(answers.length * WARM_UP)] ?? 0
  const end = (answers.at(-1) ?? 0) + 1
  for (let index = began; index < end; index += 1) {
    const kind = kinds.get(samples[index] as number)
    if (kind !== undefined) yield [kind, (timeDeltas[index] as number) / (1 - WARM_UP)]
  }
}

/** By whose code it is, the innermost first; nothing for idle time. */
function kindOf([node, ...callers]: readonly Node[]): string | undefined {
  if (node === undefined) return undefined
  const { functionName, url } = node.callFrame
  if (functionName === '(idle)') return undefined
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (functionName === '(program)') return 'native code: reading, parsing HTTP, the loop itself'
  if (/^write\w*String$|^writev$|^writeBuffer$/.test(functionName)) return 'writing to sockets and files'
  if (functionName === 'postMessage' && url === '') return 'handing batches to the hit worker'
  if (url.startsWith('node:')) return 'node:http and streams'
  if (url.includes('/node_modules/')) return 'libraries'
  const place = /\/(core|adapters|hosts)\/([\w-]+)/.exec(url)
  if (place !== null) return `${place[1]}/${place[2]}`
  return kindOf(callers) ?? 'native code: reading, parsing HTTP, the loop itself'
}
