import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { nodeDns } from '@shortlink/adapters/dns'
import { dnsContract } from '@shortlink/core/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startDnsServer, type TestDns } from '../../support/dns.ts'

let server: TestDns
beforeAll(async () => {
  server = await startDnsServer()
})
afterAll(() => server.close())

dnsContract(() => ({
  dns: nodeDns([server.address]),
  publish: (name, records) => server.txt(name, ...records),
  breakDown: server.fail,
}))

it('a name that has other records alone has no TXT records', async () => {
  server.address4('empty.example', '203.0.113.1')
  expect((await nodeDns([server.address]).txt('empty.example'))._unsafeUnwrap()).toEqual([])
})

it('a name server that does not answer is given up', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address()
  const answer = await nodeDns([`127.0.0.1:${port}`]).txt('any.example')
  silent.close()
  expect(answer._unsafeUnwrapErr()).toEqual({ type: 'upstream-failed', what: 'DNS' })
})
