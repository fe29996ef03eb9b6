import { argon2Passwords } from '@shortlink/adapters/security'
import { passwordsContract } from '@shortlink/core/contracts'
import { describe, expect, it } from 'vitest'

const CHEAP = { memoryCost: 1024, timeCost: 2, parallelism: 1 }
const OVERLOADED = { type: 'overloaded', retryAfterSeconds: 5 }

passwordsContract(() => ({
  passwords: argon2Passwords(CHEAP),
  weaker: argon2Passwords({ ...CHEAP, timeCost: CHEAP.timeCost - 1 }),
}))

it('passwords are hashed by argon2id with 19 MiB and two passes', async () => {
  const passwords = argon2Passwords()
  const hash = (await passwords.hash('seven quiet rivers', 'login'))._unsafeUnwrap()
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)
})

it('the decoy hash has the parameters of any other', () => {
  const passwords = argon2Passwords()
  expect(passwords.decoy).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$[\w+/]{22}\$[\w+/]{43}$/)
})

describe('a flood of sign-ups', () => {
  const flooded = () => {
    const passwords = argon2Passwords(CHEAP, { concurrency: 1, maxWaiting: 10, retryAfterSeconds: 5 })
    const order: string[] = []
    const signUps = Array.from({ length: 15 }, async () => {
      const hashed = await passwords.hash('seven quiet rivers', 'sign-up')
      order.push('sign-up')
      return hashed
    })
    return { passwords, order, signUps }
  }

  it('sign-ups beyond the queue’s bound are refused as overloaded, with the time to wait', async () => {
    const results = await Promise.all(flooded().signUps)
    const refused = results.flatMap((result) => (result.isErr() ? [result.error] : []))
    expect(refused).toEqual(Array(4).fill(OVERLOADED))
  })

  it('a flood of sign-ups does not delay logins, which have a queue of their own and alternate with sign-ups', async () => {
    const { passwords, order, signUps } = flooded()
    const login = await passwords.verify(passwords.decoy, 'wrong')
    expect(login._unsafeUnwrap()).toBe('wrong')
    expect(order.length).toBeLessThanOrEqual(4 + 2)
    await Promise.all(signUps)
  })

  it('logins of unknown addresses are answered as before after a flood of sign-ups', async () => {
    const { passwords, signUps } = flooded()
    const logins = Array.from({ length: 15 }, () => passwords.verify(passwords.decoy, 'wrong'))
    expect((await Promise.all(logins)).filter((login) => login.isErr())).toHaveLength(5)
    await Promise.all(signUps)
    expect((await passwords.verify(passwords.decoy, 'wrong'))._unsafeUnwrap()).toBe('wrong')
  })
})
