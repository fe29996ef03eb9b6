import { ALL_SCOPES, type ApiKeyId, anonymous, type Caller, createApp, operator, type User } from '@shortlink/core'
import { okAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineUseCase } from '../../core/use-case.ts'
import { newUser, testPorts } from '../support/ports.ts'

const double = defineUseCase({
  name: 'double',
  access: 'user',
  scope: null,
  input: z.object({ number: z.int('number must be a whole number') }),
  run: (_ports, caller, { number }) => okAsync({ by: caller.userId, doubled: number * 2 }),
})
const greet = defineUseCase({
  name: 'greet',
  access: 'anyone',
  scope: null,
  input: z.object({ name: z.string().trim() }),
  run: (_ports, caller, { name }) => okAsync(`${name}, ${caller.kind}`),
})

const administer = defineUseCase({
  name: 'administer',
  access: 'admin',
  scope: null,
  input: z.object({}),
  run: (_ports, caller) => okAsync(caller.kind),
})

describe('app.run', () => {
  it('passes parsed input and the caller to the use case', async () => {
    const ports = testPorts()
    const [app, caller] = [createApp(ports), await newUser(ports)]
    expect((await app.run(double, caller, { number: 2 }))._unsafeUnwrap()).toEqual({ by: caller.userId, doubled: 4 })
    expect((await app.run(greet, anonymous, { name: ' Ada ', more: 1 }))._unsafeUnwrap()).toBe('Ada, anonymous')
  })

  it('asks for a login before it parses the input', async () => {
    const result = await createApp(testPorts()).run(double, anonymous, { number: 'two' })
    expect(result._unsafeUnwrapErr()).toEqual({ type: 'not-logged-in' })
  })

  it('runs what administrators may do for their sessions and the operator, never for API keys', async () => {
    const ports = testPorts()
    const [app, user] = [createApp(ports), await newUser(ports)]
    const run = async (caller: Caller) =>
      app.run(administer, caller, {}).match(
        (kind) => kind,
        ({ type }) => type,
      )
    const session = { kind: 'session', tokenId: '', epoch: 0, expiresAt: 0, role: 'ADMIN' } as const
    const administrator: User = { ...user, via: session }
    const key = { keyId: '' as ApiKeyId, scopes: ALL_SCOPES, targetHosts: null, expiresAt: null }
    expect(await run(administrator)).toBe('user')
    expect(await run(operator)).toBe('operator')
    expect(await run(user)).toBe('not-administrator')
    expect(await run({ ...user, session, via: { ...key, kind: 'api-key' } })).toBe('not-administrator')
    expect(await run(anonymous)).toBe('not-logged-in')
  })

  it('names the first invalid field of the input', async () => {
    const ports = testPorts()
    const [app, caller] = [createApp(ports), await newUser(ports)]
    const result = await app.run(double, caller, { number: 'two' })
    const wrong = { type: 'invalid-input', message: 'number must be a whole number', path: 'number' }
    expect(result._unsafeUnwrapErr()).toEqual(wrong)
    for (const raw of [undefined, null, 3, [], 'number']) {
      expect((await app.run(double, caller, raw))._unsafeUnwrapErr().type).toBe('invalid-input')
    }
  })

  it('ignores the idempotency key of an anonymous caller', async () => {
    const app = createApp(testPorts())
    const options = { idempotencyKey: 'key' }
    expect((await app.run(greet, anonymous, { name: 'Ada' }, options))._unsafeUnwrap()).toBe('Ada, anonymous')
    expect((await app.run(greet, anonymous, { name: 'Bob' }, options))._unsafeUnwrap()).toBe('Bob, anonymous')
  })
})
