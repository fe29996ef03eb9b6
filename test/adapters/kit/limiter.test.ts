import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Limiter } from '../../../adapters/kit/limiter.ts'
import { Mutex } from '../../../adapters/kit/mutex.ts'

const refusal = (reason: string) => new Error(`busy: ${reason}`)

it('a limiter runs as many pieces of work at once as it has slots, the others in order', async () => {
  const limiter = new Limiter(2)
  const started: number[] = []
  let running = 0
  let most = 0
  const work = async (index: number) => {
    started.push(index)
    most = Math.max(most, ++running)
    await nextTurn()
    running -= 1
    return index
  }
  const results = await Promise.all([0, 1, 2, 3, 4].map((index) => limiter.run(() => work(index))))
  expect(results).toEqual([0, 1, 2, 3, 4])
  expect(started).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
})

it('a mutex goes on after work that failed', async () => {
  const mutex = new Mutex()
  const failing = mutex.run(() => {
    throw new Error('broken')
  })
  const next = mutex.run(() => 'next')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
})

it('a limiter turns away a caller beyond those that may wait, and one that has waited too long', async () => {
  const mutex = new Mutex({ maxWaiting: 1, timeoutMs: 20, refusal })
  await mutex.acquire()
  const waiting = mutex.acquire()
  await expect(mutex.acquire()).rejects.toThrow('busy: too many are waiting')
  await expect(waiting).rejects.toThrow('busy: no turn within 20 ms')
  mutex.release()
  expect(await mutex.run(() => 'free')).toBe('free')
})

it('a limiter that closes rejects all callers that wait and all later ones, and is closed when the last slot is free', async () => {
  const mutex = new Mutex({ maxWaiting: 5, timeoutMs: 10_000, refusal })
  await mutex.acquire()
  const waiting = mutex.acquire()
  let isClosed = false
  const closing = mutex.close(() => new Error('closed')).then(() => (isClosed = true))
  await expect(waiting).rejects.toThrow('closed')
  await expect(mutex.acquire()).rejects.toThrow('closed')
  expect(isClosed).toBe(false)
  mutex.release()
  await closing
})
