import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/databases.ts'
import { CLIENTS, type Identity, signInState } from '../../support/sdk-client.ts'

const SUITE = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance-next/dist/index.js')
const PROGRAM = fileURLToPath(new URL('../../support/conformance-client.ts', import.meta.url))

const NOT_REQUIRED = 'an extension that no client needs for shortlink: its server'
/** Client scenarios that do not apply, each with its reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'auth/2025-03-26-oauth-metadata-backcompat': 'for servers without metadata of the resource; shortlink always has it',
  'auth/2025-03-26-oauth-endpoint-fallback': 'for servers without any metadata; shortlink always has it',
  'auth/client-credentials-jwt': `${NOT_REQUIRED} gives tokens to users only`,
  'auth/client-credentials-basic': `${NOT_REQUIRED} gives tokens to users only`,
  'auth/enterprise-managed-authorization': `${NOT_REQUIRED} takes no assertions of another identity provider`,
  'auth/wif-jwt-bearer': `${NOT_REQUIRED} takes no assertions of workloads`,
  'auth/dpop': `${NOT_REQUIRED} gives bearer tokens`,
  'auth/dpop-nonce': `${NOT_REQUIRED} gives bearer tokens`,
}

interface Scenario {
  readonly scenario: string
  readonly url: string
  readonly context: { readonly client_id?: string; readonly client_secret?: string }
}

let version: keyof typeof CLIENTS = 'v2'
const listener = createServer(async (request, response) => {
  const failure = await connect(await scenarioOf(request)).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  response.writeHead(failure === undefined ? 200 : 500).end(failure)
})

beforeAll(async () => {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
})
afterAll(() => listener.close())

const scenarioOf = async (request: IncomingMessage): Promise<Scenario> => JSON.parse(await text(request))

const identityIn = ({ scenario, context: { client_id, client_secret } }: Scenario): Identity => {
  if (client_id !== undefined) return { kind: 'fixed', client_id, ...(client_secret && { client_secret }) }
  return scenario === 'auth/basic-cimd'
    ? { kind: 'document', url: 'https://conformance-test.local/client-metadata.json' }
    : { kind: 'registered' }
}

/** Maximum number of times in a row that a client asks its user for consent. */
const MAX_CONSENTS = 3

/** Connects to the server of a scenario with an official client, signs in, and calls a tool. */
async function connect(scenario: Scenario): Promise<void> {
  if (!scenario.scenario.startsWith('auth/')) return
  const { state, provider } = signInState(identityIn(scenario), 'http://localhost:3000/callback')
  const client = CLIENTS[version]({ address: new URL(scenario.url), provider, fetch: withoutStream(scenario.url) })
  for (const step of [() => client.connect(), () => client.tools(), () => client.call('test-tool', {})])
    await signedIn(step)
  await client.close()

  async function signedIn(step: () => Promise<unknown>, consents = 0): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (consents === MAX_CONSENTS || state.authorization === '') throw error
      // The suite approves at once.
      const { headers } = await fetch(state.authorization, { redirect: 'manual' })
      state.authorization = ''
      await client.finish(new URL(headers.get('location') ?? '').searchParams)
      await signedIn(step, consents + 1)
    }
  }
}

/** Refuses the stream that clients open in the background: there they would sign in a second time, concurrently with a request. */
const withoutStream =
  (address: string): typeof fetch =>
  async (url, init) =>
    String(url) === address && init?.method === 'GET' ? new Response(null, { status: 405 }) : fetch(url, init)

/** Runs the suite and returns its output. The suite writes to a file, because a pipe loses text when the process exits. */
async function runSuite(...args: string[]): Promise<string> {
  const path = join(temporaryFolder(), 'output')
  const file = openSync(path, 'w')
  const { port } = listener.address() as AddressInfo
  const env = { ...process.env, TEST_URL: `http://127.0.0.1:${port}` }
  const suite = spawn(process.execPath, [SUITE, ...args], { env, stdio: ['ignore', file, file] })
  // It exits with 1 for scenarios that are left out.
  await once(suite, 'exit')
  closeSync(file)
  return readFileSync(path, 'utf8')
}

/** Runs the suite as a client, and returns the number of failed checks of each sign-in scenario that applies. */
async function failures(...args: string[]) {
  const output = await runSuite('client', '--command', `${process.execPath} ${PROGRAM}`, '--timeout', '300000', ...args)
  const all = [...output.matchAll(/^[✓✗] (auth\/[\w-]+): \d+ passed, (\d+) failed/gm)]
  const results = all.filter(([, name = '']) => !(name in LEFT_OUT))
  expect(results.length, output).toBeGreaterThan(0)
  return Object.fromEntries(results.map(([, name = '', failed]) => [name, Number(failed)]))
}

it('the official clients pass the scenarios of sign-in, in both eras', async () => {
  version = 'v1'
  const older = await failures('--suite', 'auth')
  version = 'v2'
  const newer = await failures('--requirements', '2026-07-28')
  const known = [...(await runSuite('list')).matchAll(/- (auth\/[\w-]+)/g)].map(([, name = '']) => name)
  const expected = known.filter((name) => !(name in LEFT_OUT))
  // Both clients run some scenarios, so each is judged alone.
  for (const results of [older, newer]) expect(Object.entries(results).filter(([, failed]) => failed > 0)).toEqual([])
  expect(Object.keys({ ...older, ...newer }).sort()).toEqual(expected.sort())
  expect(Object.keys(LEFT_OUT).filter((name) => !known.includes(name))).toEqual([])
})
