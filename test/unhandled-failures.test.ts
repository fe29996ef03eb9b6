import { globSync, readFileSync } from 'node:fs'
import { systemBackground } from '@shortlink/adapters/system'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openEventStream } from '../hosts/http/response/event-stream.ts'

/**
 * A failure in a timer's callback, a listener, or a stream without a listener for errors ends the process. Detached promises are
 * found by the lint rule noFloatingPromises; this holds the rest to a list that was reviewed.
 */
const SOURCES = globSync('{core,adapters,hosts,client}/**/*.ts', {
  exclude: (path) => /node_modules|dist|contracts/.test(String(path)),
}).sort()
const CALLBACKS =
  /\b(setTimeout|setInterval|setImmediate|queueMicrotask|nextTick)\(|\.(on|once|addListener|prependListener|addEventListener)\(/
const EMITTERS =
  /new (Worker|pg\.Client|pg\.Pool)\(|\b(createServer|createReadStream|createWriteStream|pino\.destination|spawn)\(/

const linesOf = (file: string, wanted: RegExp) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => wanted.test(line) && !/^(\*|\/\/|import )/.test(line))

it('every timer and listener is in the list of those that were reviewed: none can fail without being handled', async () => {
  const found = SOURCES.flatMap((file) => linesOf(file, CALLBACKS).map((line) => `${file}: ${line}`))
  // Add a line with -u once its callback can neither throw nor return a promise that rejects, or handles its own failure.
  await expect(`${found.join('\n')}\n`).toMatchFileSnapshot('support/reviewed-callbacks.txt')
})

/** Where the error listener of what is made in another file is. */
const LISTENED_IN: Record<string, string> = {
  'adapters/postgres/sums/sums-thread.ts': 'adapters/kit/worker-rpc.ts',
  'adapters/sqlite/threads/sql-thread.ts': 'adapters/kit/worker-rpc.ts',
  'hosts/app/imports/plan-in-thread.ts': 'adapters/kit/worker-rpc.ts',
  'hosts/app/parts/hits.ts': 'adapters/kit/worker-rpc.ts',
  'hosts/http/server.ts': 'hosts/server/listen.ts',
}

it('every worker, server, connection and stream has a listener for errors', () => {
  // The dashboard runs in a browser; it shows code that makes a server.
  const makers = SOURCES.filter((file) => !file.startsWith('hosts/dash/') && linesOf(file, EMITTERS).length > 0)
  const unheard = makers.filter((file) => !/\.on\('error'/.test(readFileSync(LISTENED_IN[file] ?? file, 'utf8')))
  expect(unheard).toEqual([])
  expect(makers.length).toBeGreaterThan(5)
})

it('side work that throws before its first await is reported like any other failure', async () => {
  const failures: unknown[] = []
  const background = systemBackground((error, work) => failures.push([work, String(error)]))
  background.run('a chore', () => {
    throw new Error('at once')
  })
  await background.drained()
  expect(failures).toEqual([['a chore', 'Error: at once']])
})

it('an event stream whose session cannot be read ends, and its timer with it', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const onEnd = vi.fn()
  const isAlive = () => {
    throw new Error('the session is gone')
  }
  openEventStream({ isAlive, onEnd })
  vi.advanceTimersByTime(60_000)
  expect(onEnd).toHaveBeenCalledTimes(1)
  expect(vi.getTimerCount()).toBe(0)
})
