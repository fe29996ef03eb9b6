import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { WorkerRpc, type WorkerRpcOptions, workersLoaded } from '../../../adapters/kit/worker-rpc.ts'

const SERVE_CALLS = new URL('../../../adapters/kit/serve-calls.ts', import.meta.url).href
/** Answers a text in capitals, and does what some texts name. */
const program = (slots?: number) => `
  import { parentPort } from 'node:worker_threads'
  import { serveCalls } from '${SERVE_CALLS}'
  serveCalls(parentPort, async (text) => {
    if (text === 'fail') throw Object.assign(new RangeError('too far'), { code: 'FAR' })
    if (text === 'die') setImmediate(() => { throw new Error('dead') })
    if (text === 'die' || text === 'hang') await new Promise(() => {})
    if (text === 'later') await new Promise((resolve) => setTimeout(resolve, 200))
    return text.toUpperCase()
  }, () => { throw new Error('ignored') }, ${slots})`

const urlOf = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`)
const start = (slots?: number) => new Worker(urlOf(program(slots)))

function open(options: Partial<WorkerRpcOptions> = {}) {
  const rpc = new WorkerRpc<string, string>({ name: 'echo', start, ...options })
  onTestFinished(() => rpc.close())
  return rpc
}

it('a call into a worker gets its answer, or the error with its code', async () => {
  const rpc = open()
  const calls = await Promise.allSettled([rpc.call('one'), rpc.call('fail'), rpc.call('two')])
  expect(calls).toEqual([
    { status: 'fulfilled', value: 'ONE' },
    { status: 'rejected', reason: expect.objectContaining({ name: 'RangeError', message: 'too far', code: 'FAR' }) },
    { status: 'fulfilled', value: 'TWO' },
  ])
  expect(rpc.pending).toBe(0)
})

it('a worker that dies rejects its calls, is reported, and the next call starts another', async () => {
  const deaths: string[] = []
  const rpc = open({ onDeath: (error) => deaths.push(String(error)) })
  await expect(rpc.call('die')).rejects.toThrow('The echo died: dead')
  expect(await rpc.call('again')).toBe('AGAIN')
  expect(deaths).toEqual(['Error: dead'])
})

it('a worker that does not answer in time is terminated, and the next call starts another', async () => {
  const rpc = open({ timeoutMs: 1000 })
  await expect(rpc.call('hang')).rejects.toThrow('The echo died')
  expect(await rpc.call('again')).toBe('AGAIN')
})

describe('a worker that is still loading', () => {
  /** Loads until the gate is opened. */
  function openGated(options: Partial<WorkerRpcOptions> = {}) {
    const gate = new Int32Array(new SharedArrayBuffer(4))
    const gated = `import { workerData } from 'node:worker_threads'
      Atomics.wait(workerData, 0, 0)
      await import(${JSON.stringify(urlOf(program()).href)})`
    const rpc = open({ ...options, start: () => new Worker(urlOf(gated), { workerData: gate }) })
    const letLoad = () => {
      Atomics.store(gate, 0, 1)
      Atomics.notify(gate, 0)
    }
    return { rpc, letLoad }
  }

  it('has no time limit for its calls', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { rpc, letLoad } = openGated({ timeoutMs: 1000 })
    const call = rpc.call('one')
    vi.advanceTimersByTime(60_000)
    letLoad()
    expect(await call).toBe('ONE')
  })

  it('is not terminated when it is abandoned or closed, and the process waits for it', async () => {
    const { rpc, letLoad } = openGated({ closeTimeoutMs: 1 })
    const ends: string[] = []
    const call = rpc.call('one')
    const ending = [
      rpc.abandon(new Error('given up')).then(() => ends.push('abandoned')),
      workersLoaded().then(() => ends.push('loaded')),
    ]
    await expect(call).rejects.toThrow('given up')
    const next = openGated({ closeTimeoutMs: 1 })
    next.rpc.warmUp()
    ending.push(next.rpc.close().then(() => ends.push('closed')))
    await open().call('a worker that starts meanwhile')
    expect(ends).toEqual([])
    letLoad()
    next.letLoad()
    await Promise.all(ending)
    expect(ends).toHaveLength(3)
  })

  it('rejects those who wait for it when it dies', async () => {
    const start = () => new Worker(urlOf("throw new Error('dead')"))
    await expect(open({ start }).ready()).rejects.toThrow('The echo died: dead')
  })
})

it('an abandoned worker rejects its calls with the given error and is no death', async () => {
  const deaths: unknown[] = []
  const rpc = open({ onDeath: (error) => deaths.push(error) })
  await rpc.call('started')
  const hanging = rpc.call('hang')
  const abandoned = rpc.abandon(new Error('took too long'))
  await expect(hanging).rejects.toThrow('took too long')
  await abandoned
  expect(await rpc.call('again')).toBe('AGAIN')
  expect(deaths).toEqual([])
})

it('a worker that closes answers earlier calls first, and takes no later ones', async () => {
  const rpc = open()
  const earlier = rpc.call('earlier')
  const closed = rpc.close()
  expect(await earlier).toBe('EARLIER')
  await closed
  await expect(rpc.call('later')).rejects.toThrow('The echo is closed')
})

it('a worker that hangs when it is closed is terminated, and its calls reject', async () => {
  const rpc = open({ closeTimeoutMs: 100 })
  await rpc.call('started')
  const hanging = rpc.call('hang')
  hanging.catch(() => {})
  await rpc.close()
  await expect(hanging).rejects.toThrow('The echo died')
})

it('a worker with two slots answers a call while another takes its time, and closes after both', async () => {
  const rpc = open({ start: () => start(2) })
  const answered: string[] = []
  const calls = ['later', 'now', 'last'].map((text) => rpc.call(text).then((answer) => answered.push(answer)))
  const closed = rpc.close().then(() => answered.push('closed'))
  await Promise.all([...calls, closed])
  expect(answered).toEqual(['NOW', 'LAST', 'LATER', 'closed'])
})
