import { createApp } from '@shortlink/core'
import { errAsync, okAsync, ResultAsync } from 'neverthrow'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { DomainError } from '../../../core/kernel/errors.ts'
import { defineUseCase } from '../../../core/use-case.ts'
import { newUser, testPorts } from '../../support/ports.ts'

const idempotencyKey = 'a key'

/** A use case that calls an external service, whose answer the test sets. */
async function setUp() {
  const ports = testPorts()
  const [app, caller] = [createApp(ports), await newUser(ports)]
  const asked: (string | undefined)[] = []
  let answer: () => ResultAsync<string, DomainError> = () => okAsync(`answer ${asked.length}`)
  const asking = defineUseCase({
    name: 'asking',
    access: 'user',
    scope: null,
    external: true,
    input: z.object({ word: z.string().optional() }),
    run(_ports, _caller, _input, once) {
      asked.push(once)
      return answer()
    },
  })
  const ask = (raw: object = {}, options: object = { idempotencyKey }) => app.run(asking, caller, raw, options)
  const answers = (given: typeof answer) => {
    answer = given
  }
  return { ports, asked, ask, answers }
}

describe('a call to an external service under an idempotency key', () => {
  it('is replayed with its first outcome', async () => {
    const { ask, asked } = await setUp()
    expect((await ask())._unsafeUnwrap()).toBe('answer 1')
    expect((await ask())._unsafeUnwrap()).toBe('answer 1')
    expect(asked).toHaveLength(1)
    expect((await ask({ word: 'another' }))._unsafeUnwrapErr().type).toBe('idempotency-key-reused')
  })

  it('holds no transaction, and concurrent calls all return the outcome of the first to end', async () => {
    const { ports, ask, asked, answers } = await setUp()
    const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    answers(() => ResultAsync.fromSafePromise(gates[asked.length - 1]?.promise ?? Promise.resolve('')))
    const racing = [ask(), ask()]
    while (asked.length < 2) await ports.store.ping()
    gates[1]?.resolve('second')
    expect((await racing[1])?._unsafeUnwrap()).toBe('second')
    gates[0]?.resolve('first')
    expect((await racing[0])?._unsafeUnwrap()).toBe('second')
    expect(asked[0]).toBe(asked[1])
  })

  it('passes a unique idempotency key to the external service', async () => {
    const { ask, asked } = await setUp()
    await ask({}, { idempotencyKey: 'one' })
    await ask({}, { idempotencyKey: 'two' })
    await ask({}, { idempotencyKey: 'one', scope: 'other' })
    await ask({}, {})
    expect(new Set(asked).size).toBe(4)
    expect(asked[3]).toBeUndefined()
  })

  it('runs again when the external service did not respond', async () => {
    const { ask, answers } = await setUp()
    answers(() => errAsync({ type: 'upstream-failed', what: 'The service' }))
    expect((await ask())._unsafeUnwrapErr().type).toBe('upstream-failed')
    answers(() => okAsync('here'))
    expect((await ask())._unsafeUnwrap()).toBe('here')
  })

  it('is replayed when it was refused, and runs again after a bug', async () => {
    const { ask, answers } = await setUp()
    answers(() => ResultAsync.fromSafePromise(Promise.reject(new Error('a bug'))))
    await expect(ask()).rejects.toThrow('a bug')
    answers(() => errAsync({ type: 'not-found', what: 'Domain' }))
    expect((await ask())._unsafeUnwrapErr().type).toBe('not-found')
    answers(() => okAsync('found'))
    expect((await ask())._unsafeUnwrapErr().type).toBe('not-found')
  })
})
