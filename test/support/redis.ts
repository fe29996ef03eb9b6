import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { Configure } from '../../hosts/app/composition.ts'
import { openLimitCounters } from '../../hosts/app/parts/limits.ts'
import { freePort } from './free-port.ts'
import { waitFor } from './wait-for.ts'

export interface TestRedis {
  readonly url: string
  /** Runs a command; returns the lines of its reply. */
  run(...command: string[]): Promise<string[]>
  /** Returns the keys of rate limits, without the one that each connection writes. */
  limitKeys(): Promise<string[]>
  /** Returns the counts of all rate limits, in ascending order. */
  counts(): Promise<number[]>
  /** Lets the windows of all rate limits end in an hour, so that none ends during a test. */
  prolong(): Promise<void>
  /** Ends all windows at once. */
  endWindows(): Promise<void>
  /** Kills the process, which forgets everything. */
  kill(): Promise<void>
  /** Starts it again on the same port. */
  start(): Promise<void>
  /** Stops the process without closing its connections. */
  freeze(): void
  thaw(): void
}

const HOUR_MS = 3_600_000
const PROBE = 'shortlink:limit:probe'

/** Starts a Redis server that stores nothing on disk, until the test has finished. */
export async function startRedis({ password }: { readonly password?: string } = {}): Promise<TestRedis> {
  const port = await freePort()
  const connect = ['-p', `${port}`, ...(password === undefined ? [] : ['--no-auth-warning', '-a', password])]
  let server: ChildProcess | undefined

  async function run(...command: string[]) {
    const { stdout } = await promisify(execFile)('redis-cli', [...connect, ...command])
    return stdout.split('\n').filter(Boolean)
  }
  async function start() {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    const secured = password === undefined ? [] : ['--requirepass', password]
    server = spawn('redis-server', [...options, ...secured], { stdio: 'ignore' })
    await waitFor(async () => {
      if ((await run('PING'))[0] !== 'PONG') throw new Error('Redis does not listen')
    })
  }
  async function kill() {
    const killed = server
    server = undefined
    if (killed === undefined) return
    const exit = once(killed, 'exit')
    killed.kill('SIGKILL')
    await exit
  }
  const limitKeys = async () => (await run('KEYS', 'shortlink:limit:*')).filter((key) => key !== PROBE)
  const expireAll = async (ms: number) => {
    for (const key of await limitKeys()) await run('PEXPIRE', key, `${ms}`)
  }

  await start()
  onTestFinished(kill)
  return {
    url: password === undefined ? `redis://127.0.0.1:${port}` : `redis://:${password}@127.0.0.1:${port}`,
    run,
    limitKeys,
    async counts() {
      const keys = await limitKeys()
      const counts = keys.length === 0 ? [] : await run('MGET', ...keys)
      return counts.map(Number).sort((a, b) => a - b)
    },
    prolong: () => expireAll(HOUR_MS),
    endWindows: () => expireAll(0),
    kill,
    start,
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
  }
}

/** Gives the store of rate limits this time per call, in milliseconds. */
export const withCallTimeout =
  (timeoutMs: number): Configure =>
  (root) =>
    root.part(
      'limitCounters',
      ['settings', 'log', 'secrets'],
      (...parts) => openLimitCounters(...parts, timeoutMs),
      (counters) => counters?.close(),
    )
