import { JOBS, type JobPorts } from '@shortlink/core/host'
import { expect, it } from 'vitest'
import { testPorts } from '../support/ports.ts'

/** Runs a job over a store whose removals and rollups take steps; returns how often it slept, and its lines. */
async function runOver(name: RegExp, steps: readonly number[], stopAfter = Number.POSITIVE_INFINITY) {
  const ports = testPorts()
  const stopping = new AbortController()
  const lines: object[] = []
  let sleeps = 0
  async function* run() {
    yield* steps
  }
  const store = {
    ...ports.store,
    removals: { ...ports.store.removals, run },
    rolls: { ...ports.store.rolls, roll: run },
  }
  const jobPorts = {
    ...{ ...ports, store, signal: stopping.signal, expiryTime: async () => ports.clock.now() },
    log: { info: (line: object) => lines.push(line), warn: () => {} },
    sleep: async () => {
      sleeps += 1
      if (sleeps === stopAfter) stopping.abort()
    },
  } as unknown as JobPorts
  for (const job of JOBS.filter((job) => name.test(job.name))) await job.run(jobPorts)
  return { sleeps, lines }
}

it('a removal pauses after each step, and many rows are logged', async () => {
  expect(await runOver(/^remove what/, [4_000, 16_000])).toEqual({ sleeps: 2, lines: [{ rows: 20_000 }] })
  expect(await runOver(/^remove what/, [1])).toEqual({ sleeps: 1, lines: [] })
})

it('a removal and a rollup end after the step under way when the server stops', async () => {
  expect((await runOver(/^remove what/, [1, 1, 1], 1)).sleeps).toBe(1)
  expect((await runOver(/^roll up/, [1, 1, 1], 1)).sleeps).toBe(1)
})
