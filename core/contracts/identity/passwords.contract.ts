import { describe, expect, it } from 'vitest'
import type { Passwords } from '../../identity/credentials.port.ts'
import type { UserId } from '../../kernel/ids.ts'

export interface PasswordsFixture {
  readonly passwords: Passwords
  /** The same kind of hashes with weaker parameters. */
  readonly weaker: Passwords
}

const PASSWORD = 'seven quiet rivers'
const OTHERS = ['', 'seven quiet river', 'Seven quiet rivers', `${PASSWORD} `, 'x'.repeat(1000)]

/** Password hashing, where the queues have room. */
export const passwordsContract = (setUp: () => PasswordsFixture) =>
  describe('passwords', () => {
    const hashOf = async (passwords: Passwords, password = PASSWORD) =>
      (await passwords.hash(password, 'sign-up'))._unsafeUnwrap()
    const verify = async (passwords: Passwords, hash: string, password: string) =>
      (await passwords.verify(hash, password))._unsafeUnwrap()

    it('a hash accepts its own password and no other', async () => {
      const { passwords } = setUp()
      const hash = await hashOf(passwords)
      expect(await verify(passwords, hash, PASSWORD)).toBe('right')
      for (const other of OTHERS) expect(await verify(passwords, hash, other)).toBe('wrong')
    })

    it.each(['ein Paßwort mit Umlauten: äöü', '👩‍👩‍👧‍👦 family', 'x'.repeat(200)])(
      'a hash accepts the password %j',
      async (text) => {
        const { passwords } = setUp()
        expect(await verify(passwords, await hashOf(passwords, text), text)).toBe('right')
      },
    )

    it('two hashes of one password differ, and neither contains it', async () => {
      const { passwords } = setUp()
      const [one, other] = [await hashOf(passwords), await hashOf(passwords)]
      expect(one).not.toBe(other)
      for (const hash of [one, other]) expect(hash).not.toContain(PASSWORD)
    })

    it('the decoy hash accepts no password', async () => {
      const { passwords } = setUp()
      for (const password of [PASSWORD, ...OTHERS, passwords.decoy])
        expect(await verify(passwords, passwords.decoy, password)).toBe('wrong')
    })

    it('a hash with weaker parameters asks for a new one, for the right password alone', async () => {
      const { passwords, weaker } = setUp()
      const hash = await hashOf(weaker)
      expect(await verify(passwords, hash, PASSWORD)).toBe('rehash')
      expect(await verify(passwords, hash, 'wrong')).toBe('wrong')
    })

    it('an account may have 120 hashes at once, others as many, and what is refused counts nothing', () => {
      const { charge } = setUp().passwords
      const [ada, bob] = ['Ada', 'Bob'] as UserId[] as [UserId, UserId]
      expect(charge(ada, 100).isOk()).toBe(true)
      const refused = charge(ada, 100)
      expect(refused._unsafeUnwrapErr()).toMatchObject({ type: 'overloaded' })
      expect(refused._unsafeUnwrapErr().retryAfterSeconds).toBeGreaterThan(60)
      expect(charge(ada, 20).isOk()).toBe(true)
      expect(charge(bob, 120).isOk()).toBe(true)
    })
  })
