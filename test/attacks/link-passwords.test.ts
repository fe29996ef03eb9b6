import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { attackTime } from '../support/attack-time.ts'
import { attackedServer } from './attacked-server.ts'

const target = 'https://example.com/'
const PASSWORD = 'seven quiet rivers'
const SENDERS = 60
const ALIASES = 15
/** 120 at once, and 60 for each minute that the attack and a slow machine may take. */
const MOST_HASHES = 300
/** Passwords that the other account sets; it has no more without waiting. */
const OWN_HASHES = 100
/** Of the server's own time. */
const LONGEST_TURN_MS = 300

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
  await server.measured()
  const over = attackTime()
  const refused: Record<string, number> = {}
  let [sent, hashes, visits] = [0, 0, 0]
  async function attack() {
    do {
      const { data, errors } = await attacker.ask(mutation)
      sent += 1
      for (const { extensions } of errors) refused[extensions.code] = (refused[extensions.code] ?? 0) + 1
      // Those before the first that was refused; a request that was refused as a whole has no path.
      hashes += data === null ? Number(String(errors[0]?.path?.[0] ?? 'a0').slice(1)) : ALIASES
    } while (!over.aborted)
  }
  const flood = Array.from({ length: SENDERS }, attack)
  await expect.poll(() => sent).toBeGreaterThan(0)

  do {
    visits += 1
    const answer = await fetch(`${server.url}/guarded`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'x-forwarded-for': `198.51.${visits >> 8}.${visits & 255}` },
      body: new URLSearchParams({ password: PASSWORD }),
    })
    expect(answer.status).toBe(303)
    if (visits <= OWN_HASHES) expect((await owner.ask(guarded(`another-${visits}`))).errors).toEqual([])
  } while (!over.aborted)
  await Promise.all(flood)
  const { longestTurnMs } = await server.measured()
  console.log(`M1: ${sent} requests, ${hashes} hashes, ${visits} visits, turns up to ${longestTurnMs} ms`)
  expect(Object.keys(refused)).toEqual(['RATE_LIMITED'])
  expect(hashes).toBeGreaterThan(0)
  expect(hashes).toBeLessThan(MOST_HASHES)
  expect(longestTurnMs).toBeLessThan(LONGEST_TURN_MS)
})
