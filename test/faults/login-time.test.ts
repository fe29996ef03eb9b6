import { expect, it } from 'vitest'
import { ask, newAccount } from '../support/api.ts'
import { startTestServer } from '../support/server.ts'

const LOGIN = 'mutation ($e: String!) { login(email: $e, password: "wrong for every account") { token } }'

it('a login takes as long for an unknown address as for a wrong password', async () => {
  const server = await startTestServer({ slowPasswords: true })
  const { email } = await newAccount(server.url)
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const timed = async (e: string) => {
    const started = performance.now()
    await ask(server.url, LOGIN, { e })
    return performance.now() - started
  }
  await timed('warm@example.com')
  // In turns, so that other load of the machine affects both.
  for (let round = 0; round < 60; round += 1) {
    times.known.push(await timed(email))
    times.unknown.push(await timed(`unknown-${round}@example.com`))
  }
  await server.close('the test is over')
  const median = (values: number[]) => values.sort((a, b) => a - b)[values.length / 2] ?? Number.NaN
  const [known, unknown] = [median(times.known), median(times.unknown)]
  expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(1.2)
})
