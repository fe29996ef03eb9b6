import { cpSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ask, newAccount } from '../../support/api.ts'
import { temporaryFolder } from '../../support/databases.ts'
import { spawnMeasuredServer } from '../../support/measured-server.ts'
import { isFullSize } from '../../support/scale.ts'
import { startTestServer, testEnvironment } from '../../support/server.ts'
import type { Prepared } from './client.ts'

export const HEAVY_LINKS = 40

/** Rules of host names outside ASCII, which cost most to compile: at most 100 alternatives a rule, together below the limit. */
const hostRules = (rules: number, alternatives: number) =>
  Array.from({ length: rules }, (_, rule) => ({
    type: 'referrer',
    value: Array.from({ length: alternatives }, (_, index) => `中${rule}ß${index}.example`).join(','),
    target: `https://example.com/${rule}`,
  }))

export const LARGEST_RULES = hostRules(30, 100)
export const RULES_OF_4_KIB = hostRules(5, 38)

/** A server's environment whose database holds the attacker's account and a link `watched` that others visit. */
export interface Fixture {
  readonly environment: Record<string, string>
  readonly account: Omit<Prepared, 'url' | 'session'>
}

/** Prepares the database once, with the limits off. */
export async function prepareFixture(): Promise<Fixture> {
  // Enough for lists and sums to be long.
  const links = isFullSize() ? 10_000 : 2_000
  const environment = await testEnvironment('sqlite', { WEBHOOK_ALLOW_PRIVATE: 'true' })
  const server = await startTestServer({ settings: environment })
  const { url } = server
  const account = await newAccount(url)
  const must = async (query: string, variables: object = {}) => {
    const { data, errors } = await account.ask(query, variables)
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
    return data
  }
  const made = await must('mutation { createApiKey(label: "worst") { secret } }')
  const bulk = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok error } }'
  for (let link = 0; link < links; link += 400) {
    const inputs = Array.from({ length: 400 }, (_, index) => ({
      target: `https://example.com/${link + index}/${'long/'.repeat(390)}`,
    }))
    await must(bulk, { inputs })
  }
  for (let link = 0; link < HEAVY_LINKS; link += 1) {
    await must(bulk, { inputs: [{ target: 'https://example.com/', shortlink: `heavy-${link}`, rules: LARGEST_RULES }] })
  }
  await must(bulk, { inputs: [{ target: 'https://example.com/', shortlink: 'plain' }] })
  const page = await must('mutation { createBioPage(input: {slug: "crowded", title: "Crowded"}) { id } }')
  const add =
    'mutation ($id: ID!) { addBioLink(bioPageId: $id, input: {label: "A link", url: "https://example.com/"}) { id } }'
  for (let link = 0; link < 100; link += 1) await must(add, { id: page.createBioPage.id })
  const other = await newAccount(url)
  await ask(
    url,
    'mutation { createShortlink(target: "https://example.com/", shortlink: "watched") }',
    {},
    other.headers,
  )
  await server.close('the fixture is ready')
  return { environment, account: { token: account.token, apiKey: made.createApiKey.secret } }
}

/** A server process on a copy of the fixture, with every rate limit at its default. */
export async function openFixture({ environment }: Fixture) {
  const folder = temporaryFolder()
  cpSync(environment.DATA_DIR as string, folder, { recursive: true })
  const rest = Object.entries(environment).filter(([name]) => !name.startsWith('RATELIMIT_'))
  const settings = { DATA_DIR: folder, DATABASE_URL: `sqlite:${join(folder, 'shortlink.db')}` }
  return { ...(await spawnMeasuredServer({ ...Object.fromEntries(rest), ...settings })), folder }
}

/** The address of a receiver that takes every connection and never answers. */
export async function silentReceiver(): Promise<string> {
  const server = createServer((socket) => socket.on('error', () => {}).resume())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as { port: number }).port}/`
}
