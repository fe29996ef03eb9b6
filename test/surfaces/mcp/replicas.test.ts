import { openPostgresStore } from '@shortlink/adapters/postgres'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../hosts/mcp/client.ts'
import { openFixture } from '../../hosts/mcp/fixture.ts'
import { connectSecond, MODERN } from '../../hosts/mcp/modern-client.ts'
import { newPostgresDatabase } from '../../support/databases.ts'

async function twoServers() {
  const database = await newPostgresDatabase()
  const open = async () => {
    const store = await openPostgresStore({ url: database })
    onTestFinished(() => store.close())
    return openFixture({ ports: { store } })
  }
  return Promise.all([open(), open()])
}

it('fifty concurrent calls with one idempotency key on two servers execute once, with equal answers', async () => {
  const servers = await twoServers()
  const user = await servers[0].newUser()
  const clients = await Promise.all(servers.map(({ url }) => connect(url, user.key)))
  const first = clients[0] as (typeof clients)[number]

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      clients[index % 2]?.call('create_shortlink', { target: 'https://example.com' }, 'raced'),
    ),
  )
  expect(answers[0]).toMatchObject({ id: expect.any(String) })
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(await first.call('list_shortlinks')).toHaveLength(1)
})

it('a client of the modern era needs no affinity: each request may go to another server', async () => {
  const servers = await twoServers()
  const { key } = await servers[0].newUser()
  let requests = 0
  const { call, client } = await connectSecond(servers[0].url, key, { mode: { pin: MODERN } }, async (_, init) => {
    const { url } = servers[requests++ % 2] as (typeof servers)[number]
    return fetch(url, init)
  })
  const slugs = Array.from({ length: 10 }, (_, index) => `no-affinity-${index}`)
  for (const slug of slugs) await call('create_shortlink', { target: 'https://example.com/', slug })
  const listed: { slug: string }[] = await call('list_shortlinks')
  expect(listed.map(({ slug }) => slug)).toEqual(slugs.toReversed())
  expect((await client.listTools()).tools).toHaveLength(20)
  expect(servers.map(({ mcp }) => mcp.sessionCount())).toEqual([0, 0])
})
