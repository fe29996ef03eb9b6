import { type OpenTraces, openTraces } from '@shortlink/adapters/traces'
import { describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startTraceReceiver } from '../support/trace-receiver.ts'

/** The spans of an export. */
const BATCH = 512

function open(endpoint: string) {
  const reports: string[] = []
  const { tracer, close } = openTraces({
    endpoint,
    headers: {},
    serviceName: 'test',
    version: '1.0.0',
    onAway: (reason) => void reports.push(reason),
    onBack: () => void reports.push('back'),
  })
  return { tracer, close, reports }
}

const record = (tracer: OpenTraces['tracer'], count: number) => {
  for (let index = 0; index < count; index += 1) tracer.startSpan('work').end()
}

describe('the export of spans', () => {
  it('an outage is reported once, with the status, and so is its end', async () => {
    let status = 400
    const receiver = await startTraceReceiver((_request, response) => void response.writeHead(status).end('a secret'))
    const { tracer, close, reports } = open(receiver.url)
    for (const [exports, next] of [
      [1, 400],
      [2, 200],
      [3, 200],
    ] as const) {
      record(tracer, BATCH)
      await expect.poll(() => receiver.exports.length).toBe(exports)
      status = next
    }
    await close(60_000)
    expect(reports).toEqual(['HTTP 400', 'back'])
  })

  it('a receiver that is away is reported by the code of the error', async () => {
    const { tracer, close, reports } = open(`http://127.0.0.1:${await freePort()}`)
    record(tracer, 1)
    await close(60_000)
    expect(reports).toEqual(['ECONNREFUSED'])
  })

  it('while a receiver does not respond, a limited number of spans waits, and the end does not wait longer than it may', async () => {
    const held: (() => void)[] = []
    const receiver = await startTraceReceiver((_request, response) => void held.push(() => response.end()))
    const { tracer, close, reports } = open(receiver.url)
    record(tracer, 20_000)
    await expect.poll(() => held.length).toBe(1)
    await close(1)
    await expect.poll(() => held.length).toBe(5)
    for (const release of held) release()
    expect(receiver.spans().length).toBe(BATCH + 2048)
    expect(reports).toEqual([])
  })
})
