import { setImmediate } from 'node:timers/promises'
import { argon2Passwords } from '@shortlink/adapters/security'
import type { UserId } from '@shortlink/core'
import { passwordsContract } from '@shortlink/core/contracts'
import type { Passwords } from '@shortlink/core/ports'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { times } from '../../../core/contracts/samples.ts'

const CHEAP = { memoryCost: 1024, timeCost: 2, parallelism: 1 }
const OVERLOADED = { type: 'overloaded', retryAfterSeconds: 5 }

afterEach(() => {
  vi.restoreAllMocks()
})

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
  // Made by `node:crypto`.
  ['seven quiet rivers', 'm=19456,p=1,t=2$8MOElfpbfQJYu7Qtws30/g$WgBoKnM/YGGIw1/Hgn2I3ElXn1GjJu/xwnhqRX/+rSs'],
  ['ein Paßwort: äöü 🏃', 'm=1024,p=1,t=2$LSIEoqxy8jxDhHrv0zYozg$mdlD5SgVgo9gUU/r07GKSybjlH5mtooMPyhxkxDuk0I'],
])('the password %j is accepted by the hash that an earlier version stored', async (password, hash) => {
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
    '$argon2id$v=19$m=1024,p=1$c2FsdHNhbHQ$aGFzaA',
    '$argon2id$v=19$m=1024,p=1,t=2$c2FsdHNhbHQ',
    '$argon2id$v=19$m=1024,p=1,t=2$c2FsdHNhbHQ$aGFzaA$aGFzaA',
    '$argon2id$v=19$m=1024,p=1,t=two$c2FsdHNhbHQ$aGFzaA',
  ])
    await expect(argon2Passwords().verify(stored, 'plain')).rejects.toThrow('no argon2id hash')
})

it('a password is hashed and compared while the event loop goes on', async () => {
  const passwords = argon2Passwords()
  await passwords.hash('loads the library', 'login')
  const turnsDuring = async (work: ReturnType<Passwords['hash'] | Passwords['verify']>) => {
    let turns = 0
    let isDone = false
    const done = Promise.resolve(work).then(() => {
      isDone = true
    })
    while (!isDone) {
      await setImmediate()
      turns += 1
    }
    await done
    return turns
  }
  // The library takes some turns for itself; a hash takes as long as some thousand.
  expect(await turnsDuring(passwords.hash('seven quiet rivers', 'login'))).toBeGreaterThan(20)
  expect(await turnsDuring(passwords.verify(passwords.decoy, 'seven quiet rivers'))).toBeGreaterThan(20)
})

const LIMITS = { concurrency: 1, maxWaiting: 10, maxOfOne: 4, retryAfterSeconds: 5 }
const [ADA, BOB] = ['Ada', 'Bob'] as UserId[] as [UserId, UserId]

/** Passwords with one hash at a time, and the order in which hashes end. */
function watched() {
  const passwords = argon2Passwords(CHEAP, LIMITS)
  const order: string[] = []
  const as = (name: string, hash: ReturnType<Passwords['hash'] | Passwords['verify']>) =>
    Promise.resolve(hash).then((result) => {
      order.push(result.isOk() ? name : `${name} refused`)
      return result
    })
  const set = (name: string, of: string, isGone?: () => boolean) =>
    as(name, passwords.hash('a word', 'owner', { of, isGone }))
  const give = (name: string, of: string) => as(name, passwords.verify(passwords.decoy, 'a word', 'visitor', { of }))
  return { passwords, order, as, set, give }
}

describe('passwords of links', () => {
  it('of one account delay no logins, no visitors and no other account, and few of them wait', async () => {
    const { passwords, order, as, set, give } = watched()
    const flood = times(7, () => set('Ada', ADA))
    await Promise.all([
      ...flood,
      give('visitor', '203.0.113.1'),
      set('Bob', BOB),
      as('login', passwords.verify(passwords.decoy, 'a word')),
    ])
    // One runs and four wait.
    expect((await Promise.all(flood)).filter((result) => result.isErr())).toHaveLength(2)
    expect(order.slice(0, 2)).toEqual(['Ada refused', 'Ada refused'])
    expect(order[2]).toBe('Ada')
    expect(order.slice(3, 7).sort()).toEqual(['Ada', 'Bob', 'login', 'visitor'])
  })

  it('given from one network take turns with those from others', async () => {
    const { order, set, give } = watched()
    await Promise.all([
      set('owner', ADA),
      ...times(4, (n) => give('flood', `2001:db8::${n}`)),
      give('IPv4', '203.0.113.1'),
      give('IPv6', '2001:db8:1::1'),
    ])
    expect(order).toEqual(['owner', 'flood', 'IPv4', 'IPv6', 'flood', 'flood', 'flood'])
  })

  it('of who has most waiting make room in a full queue', async () => {
    const { order, set } = watched()
    const accounts = ['A', 'A', 'A', 'A', 'A', 'B', 'B', 'B', 'C', 'C', 'C', 'D']
    await Promise.all(accounts.map((name) => set(name, name)))
    expect(order).toEqual(['A refused', 'A', 'A', 'B', 'C', 'D', 'A', 'B', 'C', 'A', 'B', 'C'])
  })

  it('of clients who have left are dropped, and take no room', async () => {
    const { order, set } = watched()
    let hasLeft = false
    const left = times(4, () => set('gone', ADA, () => hasLeft))
    const waiting = set('here', ADA)
    hasLeft = true
    await Promise.all([...left, waiting, ...times(3, () => set('later', ADA))])
    expect(order.filter((name) => name === 'gone')).toHaveLength(1)
    expect(order.filter((name) => name === 'gone refused')).toHaveLength(3)
    expect(order.slice(-4)).toEqual(['here', 'later', 'later', 'later'])
  })

  it('an account has 120 hashed at once and then 60 a minute, and others have theirs', () => {
    let now = 1_000_000
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    const { charge } = argon2Passwords(CHEAP)
    const wait = (account: UserId, hashes: number) =>
      charge(account, hashes).match(
        () => 0,
        ({ retryAfterSeconds }) => retryAfterSeconds,
      )
    expect(wait(ADA, 100)).toBe(0)
    expect(wait(ADA, 100)).toBe(80)
    expect(times(21, () => wait(ADA, 1))).toEqual([...Array(20).fill(0), 1])
    expect(wait(BOB, 120)).toBe(0)
    now += 60_000
    expect(wait(ADA, 61)).toBe(1)
    expect(wait(ADA, 60)).toBe(0)
    now += 3_600_000
    expect(wait(ADA, 121)).toBe(1)
    expect(wait(ADA, 120)).toBe(0)
  })
})

describe('a flood of sign-ups', () => {
  const flooded = () => {
    const passwords = argon2Passwords(CHEAP, LIMITS)
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
