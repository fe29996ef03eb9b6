import { argon2Passwords } from '@shortlink/adapters/security'
import { expect, it } from 'vitest'

it('passwords are kept as argon2id with 19 MiB and two passes, each with a salt of its own', async () => {
  const passwords = argon2Passwords()
  const [one, other] = await Promise.all([passwords.hash('seven quiet rivers'), passwords.hash('seven quiet rivers')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/)
  expect(one).not.toBe(other)
  expect(await passwords.verify(one, 'seven quiet rivers')).toBe('right')
  expect(await passwords.verify(one, 'seven quiet river')).toBe('wrong')
})
