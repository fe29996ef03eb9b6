import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { nodeDns } from '@shortlink/adapters/dns'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDnsServer, type TestDns } from '../support/dns.ts'

let server: TestDns
beforeAll(async () => {
  server = await startDnsServer()
})
afterAll(() => server.close())

it('gives every TXT record of a name, each joined from its chunks', async () => {
  server.txt('two.example', 'one', 'x'.repeat(300))
  expect((await nodeDns([server.address]).txt('two.example'))._unsafeUnwrap()).toEqual(['one', 'x'.repeat(300)])
})

it('takes a name that is not there, or has no such record, as an answer', async () => {
  server.address4('empty.example', '203.0.113.1')
  for (const name of ['missing.example', 'empty.example']) {
    expect((await nodeDns([server.address]).txt(name))._unsafeUnwrap()).toEqual([])
  }
})

it('tells a resolver that fails from one that knows of nothing', async () => {
  server.fail('broken.example')
  expect((await nodeDns([server.address]).txt('broken.example'))._unsafeUnwrapErr().type).toBe('upstream-failed')
})

it('gives up on a resolver that does not answer', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address()
  const answer = await nodeDns([`127.0.0.1:${port}`]).txt('any.example')
  silent.close()
  expect(answer._unsafeUnwrapErr()).toEqual({ type: 'upstream-failed', what: 'DNS' })
})
