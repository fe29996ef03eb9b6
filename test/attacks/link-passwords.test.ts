import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { attackedServer } from './attacked-server.ts'

const target = 'https://example.com/'
const PASSWORD = 'seven quiet rivers'
const REQUESTS = 60
const ALIASES = 15
/** 120 at once, and 60 for each minute that a slow machine may take. */
const MOST_HASHES = 300

const guarded = (slug: string) =>
  `mutation { createShortlink(target: "${target}", shortlink: "${slug}", password: "${PASSWORD}") }`

it('M1: an account that sets passwords without end keeps no visitor and no other account waiting, and has few hashed', async () => {
  const server = await attackedServer('sqlite', { TRUST_PROXY: '1' })
  const [owner, attacker] = [await newAccount(server.url), await newAccount(server.url)]
  expect((await owner.ask(guarded('guarded'))).errors).toEqual([])
  const { data } = await attacker.ask(`mutation { addShortlink(input: { target: "${target}" }) { id } }`)
  const update = (n: number) =>
    `a${n}: updateShortlink(input: { id: "${data.addShortlink.id}", password: "password ${n}" }) { id }`
  const mutation = `mutation { ${Array.from({ length: ALIASES }, (_, n) => update(n)).join(' ')} }`
  const flood = Array.from({ length: REQUESTS }, () => attacker.ask(mutation))
  await Promise.race(flood)

  for (let n = 1; n <= 4; n += 1) {
    const answer = await fetch(`${server.url}/guarded`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': `203.0.113.${n}` },
      body: new URLSearchParams({ password: PASSWORD }),
    })
    expect(answer.status).toBe(303)
    expect((await owner.ask(guarded(`another-${n}`))).errors).toEqual([])
  }
  const answers = await Promise.all(flood)
  const refused = answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code))
  expect(new Set(refused)).toEqual(new Set(['RATE_LIMITED']))
  // The first refusal takes the data of a request with it, so others are counted.
  expect(answers.filter(({ data }) => data !== null).length * ALIASES).toBeLessThan(MOST_HASHES)
})
