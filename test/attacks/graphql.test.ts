import { expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import type { MeasuredServer } from '../support/measured-server.ts'
import { attackedServer } from './attacked-server.ts'

const MiB = 2 ** 20
/** CPU time of the server's thread, during which it answers no other client. */
const LONGEST_TURN_MS = 400
const target = 'https://example.com/'
/** Just below what a link takes. */
const RULES = Array.from({ length: 30 }, () => ({ type: 'query', value: 'x'.repeat(2040), target }))
const CREATE_MANY = 'mutation ($inputs: [CreateShortlinkInput!]!) { createShortlinks(inputs: $inputs) { ok error } }'

const aliases = (count: number, field: (index: number) => string, prefix = 'a') =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}: ${field(index)}`).join(' ')

/** Behind a proxy, so that a test can send from many addresses. */
const serverUnderAttack = () => attackedServer('sqlite', { TRUST_PROXY: '1' })

const from = (ip: string) => ({ 'x-forwarded-for': ip })

/** Runs an attack, and expects that the server answers others between any two of its steps and takes little memory at any time. */
async function expectNoHarm(server: MeasuredServer, maxMemory: number, attack: () => Promise<void>) {
  await server.measured()
  const before = server.memory()
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, server.memory() - before)
  }, 20)
  await attack().finally(() => clearInterval(watch))
  expect((await server.measured()).longestTurnMs).toBeLessThan(LONGEST_TURN_MS)
  expect(memory).toBeLessThan(maxMemory)
}

const codesOf = ({ errors }: { errors: readonly { extensions: { code: string } }[] }) =>
  errors.map(({ extensions }) => extensions.code)

it('H1: an answer of hundreds of MiB is refused, or ends at 8, without holding the server up', async () => {
  const server = await serverUnderAttack()
  const account = await newAccount(server.url)
  for (let part = 0; part < 7; part += 1) {
    const inputs = Array.from({ length: 15 }, () => ({ target, rules: RULES }))
    expect((await account.ask(CREATE_MANY, { inputs })).errors).toEqual([])
  }
  const list = (fields: string) => () => `shortlinkConnection(take: 100) { items { rules { ${fields} } } }`
  await expectNoHarm(server, 256 * MiB, async () => {
    for (let time = 0; time < 5; time += 1) {
      const proof = await account.ask(`{ ${aliases(15, list('type value target'))} }`)
      expect(codesOf(proof)).toEqual(['QUERY_TOO_COMPLEX'])
      const cheaper = await account.ask(`{ ${aliases(9, list('value'))} }`)
      expect(codesOf(cheaper)).toEqual(['QUERY_TOO_COMPLEX'])
      expect(cheaper.errors[0]?.message).toContain('the response has more than 8388608 bytes')
    }
  })
})

it('H1, H3: bulk calls whose items share one variable of rules are refused before they take memory or disk', async () => {
  const server = await serverUnderAttack()
  const { ask } = await newAccount(server.url)
  const bulk = (items: number) =>
    `mutation ($r: [LinkRuleInput!]) { createShortlinks(inputs: [${Array(items).fill(`{target: "${target}", rules: $r}`).join()}]) { ok } }`
  await expectNoHarm(server, 128 * MiB, async () => {
    for (const items of [400, 300, 1000]) {
      const answer = await ask(bulk(items), { r: RULES }, { 'idempotency-key': `bulk ${items}` })
      expect(codesOf(answer)).toEqual(['QUERY_TOO_COMPLEX'])
    }
  })
  expect((await ask('{ shortlinkAnalytics { totalLinks } }')).data.shortlinkAnalytics.totalLinks).toBe(0)
})

it('H3: one address stores ten anonymous links a minute, however many aliases a request has', async () => {
  const server = await serverUnderAttack()
  const create = (count: number, ip: string) =>
    ask(server.url, `mutation { ${aliases(count, () => `createShortlink(target: "${target}")`)} }`, {}, from(ip))
  let made = 0
  for (const count of [15, 4, 15, 4, 4, 2, 1]) {
    const answer = await create(count, '203.0.113.7')
    if (answer.data) made += Object.keys(answer.data).length
    else expect(answer).toMatchObject({ status: 429, errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
  }
  expect(made).toBe(10)
  expect((await create(10, '203.0.113.8')).errors).toEqual([])
})

it('M5: aliases follow no more links, and read no more bio pages, than the routes that do the same', async () => {
  const server = await serverUnderAttack()
  const resolve = `{ ${aliases(15, (index) => `targetUrl(shortlink: "x${index}")`)} ${aliases(15, () => 'getTargetByShortlink(shortlink: "y")', 'b')} }`
  let resolved = 0
  for (let request = 0; request < 25; request += 1) {
    if ((await ask(server.url, resolve, {}, from('203.0.113.7'))).status === 200) resolved += 30
  }
  expect(resolved).toBe(600)
  expect((await fetch(`${server.url}/anything`, { headers: from('203.0.113.7') })).status).toBe(429)
  const pages = `{ ${aliases(15, () => 'bioPage(slug: "none") { id }')} }`
  let read = 0
  for (let request = 0; request < 12; request += 1) {
    if ((await ask(server.url, pages, {}, from('203.0.113.8'))).status === 200) read += 15
  }
  expect(read).toBe(120)
  expect((await fetch(`${server.url}/bio/none`, { headers: from('203.0.113.8') })).status).toBe(429)
})

it('M5: who holds an IPv6 /48 is let through ten times as often as one address, not 65,536 times', async () => {
  const server = await serverUnderAttack()
  const create = `mutation { ${aliases(10, () => `createShortlink(target: "${target}")`)} }`
  const statuses = []
  for (let site = 0; site < 20; site += 1) {
    statuses.push((await ask(server.url, create, {}, from(`2001:db8:7:${site.toString(16)}::1`))).status)
  }
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(10).fill(429)])
  expect((await ask(server.url, create, {}, from('2001:db8:8::1'))).status).toBe(200)
})
