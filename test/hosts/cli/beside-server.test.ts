import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { follow } from '../../support/api.ts'
import { startDnsServer } from '../../support/dns.ts'
import { DATABASES, spawnServer } from '../../support/server.ts'
import { waitFor } from '../../support/wait-for.ts'
import { keepingOpen } from './in-process.ts'
import { operator } from './shortlink.ts'

const ADA = ['--user', 'ada@example.com']
const HOST = 'go.example.com'

const becomes = <T>(read: () => Promise<T>, value: T) => waitFor(async () => expect(await read()).toEqual(value))

async function statusOf(url: string, host: string) {
  const [response] = (await once(get(url, { headers: { host } }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

it.each(DATABASES)('what a command changes on %s shows at once on a server that has it in memory', async (database) => {
  const dns = await startDnsServer()
  const { environment, run } = await operator(database, keepingOpen())
  environment.DNS_SERVERS = dns.address
  const { url } = await spawnServer(environment)
  const target = async (slug: string) => (await follow(url, slug)).headers.get('location')
  const onHost = () => statusOf(`${url}/hello`, HOST)

  expect(await target('late')).toBeNull()
  await run('link', 'create', 'https://example.com/1', ...ADA, '--slug', 'late')
  await becomes(() => target('late'), 'https://example.com/1')
  await run('link', 'update', 'late', '--target', 'https://example.com/2')
  await becomes(() => target('late'), 'https://example.com/2')

  expect(await onHost()).toBe(404)
  const { records } = JSON.parse((await run('domain', 'add', HOST, ...ADA, '--json')).stdout)
  dns.txt(records[0].name, records[0].value)
  expect(await run('domain', 'verify', HOST, ...ADA)).toMatchObject({ code: 0 })
  await run('link', 'create', 'https://example.com/', ...ADA, '--slug', 'hello', '--host', HOST)
  await becomes(onHost, 302)
  expect(await run('domain', 'delete', HOST, ...ADA, '--yes')).toMatchObject({ code: 0 })
  await becomes(onHost, 404)

  expect(await run('user', 'delete', 'ada@example.com', '--yes')).toMatchObject({ code: 0 })
  await becomes(() => target('late'), null)
  await dns.close()
})
