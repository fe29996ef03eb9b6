import type { RequestListener } from 'node:http'
import { outgoing } from '@shortlink/adapters/webhooks'
import { expect, it } from 'vitest'
import { startDnsServer } from '../../support/dns.ts'
import { INSIDE_HOSTS } from '../../support/inside-addresses.ts'
import { startReceiver } from '../../support/receiver.ts'

const fetchFrom = async (answer: RequestListener) => {
  const { url } = await startReceiver(answer)
  return outgoing({ allowPrivate: true }).fetchDocument(url)
}

it('a document arrives with its status and how long it may be kept', async () => {
  const response = await fetchFrom((_request, response) => {
    response.writeHead(200, { 'cache-control': 'max-age=60', 'set-cookie': 'a=b' }).end('{"a":"ä"}')
  })
  expect([response.status, await response.json()]).toEqual([200, { a: 'ä' }])
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'max-age=60' })
  expect(response.headers.has('set-cookie')).toBe(false)
})

it('a redirect is not followed', async () => {
  const inside = await startReceiver()
  const response = await fetchFrom((_request, response) => response.writeHead(302, { location: inside.url }).end())
  expect([response.status, inside.connections()]).toEqual([302, 0])
})

it('a document of more than 5 KiB is refused, also if it has no end', async () => {
  const longest = await fetchFrom((_request, response) => response.end('x'.repeat(5 * 1024)))
  expect((await longest.text()).length).toBe(5 * 1024)
  await expect(fetchFrom((_request, response) => response.end('x'.repeat(5 * 1024 + 1)))).rejects.toThrow('longer')
  await expect(fetchFrom((_request, response) => response.write('x'.repeat(6 * 1024)))).rejects.toThrow('longer')
})

it('no private address is reached, by itself or by a name', async () => {
  const receiver = await startReceiver()
  const dns = await startDnsServer()
  dns.addresses('inside.example', () => ['127.0.0.1'])
  const { fetchDocument } = outgoing({ allowPrivate: false, dnsServers: [dns.address] })
  for (const host of [...INSIDE_HOSTS, 'inside.example'])
    await expect(fetchDocument(`http://${host}:${receiver.port}/`)).rejects.toThrow()
  expect(receiver.connections()).toBe(0)
  await dns.close()
})
