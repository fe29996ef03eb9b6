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

it.each([
  ['seven quiet rivers', 'm=19456,p=1,t=2$M7J9STwZIQhcZaMTyPLe1g$0KoMNbQksC1ixxmlHImKBFAclW9tgYkt1tI3VzfZro0'],
  [
    'ein Paßwort mit Umlauten: äöü',
    'm=1024,p=1,t=2$2byQUnMziaMerH2+6i5nYw$g++wGN4QfNEMyOOqeHFfgUkO+lzAV0Gilxs5bFVbX7Y',
  ],
  ['two lanes', 't=3,p=2,m=1024$Ja4loRtmSYYkDUhh6fr1ig$1DXGRyhhWwqUIWbP9A+WtHV/0oHfmCF9mI+b8EG5cQc'],
])('the password %j is accepted by the hash that version 0.1.0 stored', async (password, hash) => {
  const passwords = argon2Passwords()
  const verified = await passwords.verify(`$argon2id$v=19$${hash}`, password)
  expect(verified._unsafeUnwrap()).toBe(hash.startsWith('m=19456') ? 'right' : 'rehash')
  expect((await passwords.verify(`$argon2id$v=19$${hash}`, `${password}!`))._unsafeUnwrap()).toBe('wrong')
})

it('a stored password that is no argon2id hash is a bug, not a wrong password', async () => {
  for (const stored of [
    '',
    'plain',
    '$argon2i$v=19$m=1024,p=1,t=2$c2FsdHNhbHQ$aGFzaA',
    '$argon2id$v=16$m=1024,p=1,t=2$c2FsdHNhbHQ$aGFzaA',
  ])
    await expect(argon2Passwords().verify(stored, 'plain')).rejects.toThrow('no argon2id hash')
})

it('a flood of passwords of links, given and set, is bounded and delays no logins', async () => {
  const passwords = argon2Passwords(CHEAP, { concurrency: 1, maxWaiting: 10, retryAfterSeconds: 5 })
  let ended = 0
  const flood = Array.from({ length: 16 }, async (_, n) => {
    const of = n % 2 ? passwords.hash('a word', 'link') : passwords.verify(passwords.decoy, 'a word', 'link')
    const result = await of
    ended += result.isOk() ? 1 : 0
    return result
  })
  expect((await passwords.verify(passwords.decoy, 'wrong'))._unsafeUnwrap()).toBe('wrong')
  expect(ended).toBeLessThanOrEqual(2)
  const refused = (await Promise.all(flood)).flatMap((result) => (result.isErr() ? [result.error] : []))
  expect(refused).toEqual(Array(5).fill(OVERLOADED))
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
