import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { startDnsServer, type TestDns } from '../support/dns.ts'
import { blocksOf } from '../support/fences.ts'
import { freePort } from '../support/free-port.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'
import { runPage } from './page-shell.ts'

const PAGE = 'docs/domains.md'
const page = readFileSync(PAGE, 'utf8')
const [claim = '', verify = '', follow = '', check = '', forget = ''] = blocksOf(PAGE, 'sh')
const [shown = ''] = blocksOf(PAGE, '')
const ADD = 'mutation ($hostname: String!) { addDomain(hostname: $hostname) { id txtToken } }'
const VERIFY = 'mutation ($id: ID!) { verifyDomain(id: $id) { verified } }'

let dns: TestDns
let server: Awaited<ReturnType<typeof startTestServer>>
let settings: Record<string, string>
beforeAll(async () => {
  dns = await startDnsServer()
  settings = await testEnvironment('sqlite', {
    DNS_SERVERS: dns.address,
    BASE_URL: 'https://sho.rt',
    INTERNAL_PORT: `${await freePort()}`,
  })
  server = await startTestServer({ settings })
})
afterAll(async () => {
  await server.close('the tests are over')
  await dns.close()
})

/** Runs lines of the page against the server, which is reached by the names on the page. */
function run(script: string, env: Record<string, string> = {}): Promise<string> {
  const here = script
    .replaceAll('https://sho.rt', server.url)
    .replaceAll('https://go.example.com', `-H 'Host: go.example.com' ${server.url}`)
    .replaceAll('localhost:3001', `127.0.0.1:${settings.INTERNAL_PORT}`)
  return runPage(here, { ...settings, ...env })
}

it('the steps of docs/domains.md verify a domain, serve a link on it, and give it up', async () => {
  const account = await newAccount(server.url)
  const { data } = await account.ask('mutation { createApiKey(label: "tests") { secret } }')
  const env = { KEY: data.createApiKey.secret }
  const ask = claim.split('\n')[0] ?? ''
  const { id, txtToken, verified } = JSON.parse(await run(claim, env)).data.addDomain
  expect(verified).toBe(false)
  expect(await run(check)).toBe('404\n')
  const withId = (script: string) => `${ask}\n${script.replaceAll('<id>', id)}`
  expect(JSON.parse(await run(withId(verify), env)).data.verifyDomain.verified).toBe(false)

  const [, name = '', record = ''] = /^\| `(_\S+)` \| `TXT` \| `([^`]+)` \|$/m.exec(page) ?? []
  dns.txt(name, record.replace('<txtToken>', txtToken))
  expect(await run(withId(`${verify}\n${follow}`), env)).toBe(`${shown}\n`)
  expect(await run(check)).toBe('200\n')

  await account.ask('mutation ($id: ID!) { deleteDomain(id: $id) }', { id })
  expect(await run(check)).toBe('404\n')
})

it('the command of docs/domains.md frees a hostname that was claimed', async () => {
  await (await newAccount(server.url)).ask(ADD, { hostname: 'go.example.com' })
  expect(await run(forget)).toBe('go.example.com is free\n')
})

it('docs/domains.md names the errors that the calls give', async () => {
  const listed = [...page.matchAll(/^\| `([^`]+)` \| `([A-Z]+_[A-Z_]+|CONFLICT)` \|/gm)].map(([, message, code]) => ({
    message,
    code,
  }))
  const account = await newAccount(server.url)
  const failure = async (query: string, variables: object) => {
    const [error] = (await account.ask(query, variables)).errors
    // The page leaves out the remark that follows where no plan is sold.
    return { message: error?.message.replace(/; the operator .*/, ''), code: error?.extensions.code }
  }
  const holder = await newAccount(server.url)
  const taken = (await holder.ask(ADD, { hostname: 'taken.example.com' })).data.addDomain
  dns.txt('taken.example.com', taken.txtToken)
  expect((await holder.ask(VERIFY, { id: taken.id })).data.verifyDomain.verified).toBe(true)

  const malformed = await failure(ADD, { hostname: 'localhost:3000' })
  const own = await failure(ADD, { hostname: 'sho.rt' })
  const claimed = (await account.ask(ADD, { hostname: 'taken.example.com' })).data.addDomain
  dns.txt('taken.example.com', claimed.txtToken)
  const conflict = await failure(VERIFY, { id: claimed.id })
  const limit = await failure(ADD, { hostname: 'another.example.com' })
  dns.fail('_shortlink.taken.example.com')
  const silent = await failure(VERIFY, { id: claimed.id })
  expect(listed).toEqual([malformed, own, conflict, limit, silent])
})
