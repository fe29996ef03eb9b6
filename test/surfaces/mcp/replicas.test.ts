import { openPostgresStore } from '@shortlink/adapters/postgres'
import { expect, it, onTestFinished } from 'vitest'
import { connect } from '../../hosts/mcp/client.ts'
import { openFixture } from '../../hosts/mcp/fixture.ts'
import { newPostgresDatabase } from '../../support/databases.ts'

it('fifty concurrent calls with one idempotency key on two servers execute once, with equal answers', async () => {
  const database = await newPostgresDatabase()
  const servers = await Promise.all(
    [1, 2].map(async () => {
      const store = await openPostgresStore({ url: database })
      onTestFinished(() => store.close())
      return openFixture({ ports: { store } })
    }),
  )
  const user = await (servers[0] as (typeof servers)[number]).newUser()
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
