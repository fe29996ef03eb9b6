import type { Passwords } from '@shortlink/core/ports'
import { expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { startTestServer } from '../support/server.ts'

const LOGIN = 'mutation ($e: String!) { login(email: $e, password: "wrong for every account") { token } }'
const ROUNDS = 30

/** The parameters of a hash, which say what verifying against it costs: `$argon2id$v=19$m=19456,t=2,p=1`. */
const costOf = (hash: string) => hash.split('$').slice(0, 4).join('$')

it('a login takes as long for an unknown address as for a wrong password', async () => {
  const verified: string[] = []
  const counted = (passwords: Passwords): Passwords => ({
    ...passwords,
    verify(hash, ...given) {
      verified.push(costOf(hash))
      return passwords.verify(hash, ...given)
    },
  })
  const server = await startTestServer({
    slowPasswords: true,
    configure: (root) => void root.decorate('passwords', counted),
  })
  const { email } = await newAccount(server.url)
  /** What a login takes of all threads, hashing included, in milliseconds. */
  const login = async (e: string) => {
    const before = process.cpuUsage()
    await ask(server.url, LOGIN, { e })
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  await login('warm@example.com')
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  verified.length = 0
  // Alternate, so that other load on the machine affects both.
  for (let round = 0; round < ROUNDS; round += 1) {
    times.known.push(await login(email))
    times.unknown.push(await login(`unknown-${round}@example.com`))
  }
  await server.close('the test is over')
  expect(verified).toHaveLength(2 * ROUNDS)
  expect(new Set(verified).size).toBe(1)
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? Number.NaN
  const [known, unknown] = [median(times.known), median(times.unknown)]
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.2)
})
