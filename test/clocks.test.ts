import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clockFaults, findClockFaults } from './support/clocks.ts'
import { temporaryFolder } from './support/databases.ts'

describe('the clock check', () => {
  it.each([
    'expect(performance.now() - start).toBeLessThan(5)',
    'const start = performance.now()\nexpect(end - start).toBeLessThan(5)',
    'const start = Date.now()\nexpect(Date.now() - start).toBeLessThan(5)',
    'let [count, since] = [0, performance.now()]\nsince = 0\nexpect(last - since).toBe(5)',
    'const received = { at: performance.now() }\nexpect(other - received.at).toBe(5)',
  ])('finds an elapsed time: %j', (text) => {
    expect(findClockFaults(text)).toMatchObject([{ instead: expect.stringContaining('CPU time') }])
  })

  it.each([
    'await vi.waitFor(check)',
    'await vi.waitFor(check, { interval: 5 })',
    'await vi.waitFor(check, 10_000)',
    'await vi.waitFor(check, { timeout: 5000 })',
    'await expect.poll(read, { timeout: 5000 }).toBe(1)',
    'const SOON = { timeout: 29_999, interval: 20 }',
    "it('works', work, 5000)",
    'fetch(url, { signal: AbortSignal.timeout(5000) })',
  ])('finds a short limit: %j', (text) => {
    expect(findClockFaults(text)).toMatchObject([{ instead: expect.stringContaining('no limit') }])
  })

  it.each([
    'await sleep(5)',
    'await new Promise((resolve) => setTimeout(resolve, 5))',
    'for (const one of all) await sleep(5)',
    'await page.waitForTimeout(5)',
  ])('finds a sleep: %j', (text) => {
    expect(findClockFaults(text)).toMatchObject([{ instead: expect.stringContaining('expect.poll') }])
  })

  it('finds a retry', () => {
    expect(findClockFaults("it('works', { retry: 2 }, work)")).toHaveLength(1)
  })

  it.each([
    'const yesterday = Date.now() - DAY',
    'const due = performance.now() + 5',
    "it('works', work, 60_000)",
    'await vi.waitFor(check, SOON)',
    'await vi.waitFor(check, { timeout: 60_000 })',
    'while (!isDone()) await sleep(5)',
    'for (;;) await sleep(5)',
    'open({ timeoutMs: 5 })',
  ])('allows %j', (text) => {
    expect(findClockFaults(text)).toEqual([])
  })

  it('names file, line and code', () => {
    const folder = temporaryFolder()
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    writeFileSync(join(folder, 'a.ts'), 'before()\nawait sleep(5)\n')
    writeFileSync(join(folder, 'a.md'), 'await sleep(5)\n')
    expect(clockFaults(folder, ['.'])).toEqual([expect.stringMatching(/^a\.ts:2: `sleep\(5\)`; write: /)])
  })
})
