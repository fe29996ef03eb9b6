import { once } from 'node:events'
import { expect, it } from 'vitest'
import { connect } from '../hosts/mcp/client.ts'
import { follow, newAccount } from '../support/api.ts'
import { readQr } from '../support/read-qr.ts'
import { DATABASES, spawnServer, testEnvironment } from '../support/server.ts'

const TARGET = 'https://example.com/'
const CREATE_PAGE = 'mutation { createBioPage(input: { slug: "built", title: "Built" }) { id } }'
const ADD_LINK = `mutation ($page: ID!) {
  addBioLink(bioPageId: $page, input: { label: "Read me", url: "https://example.com/" }) { id }
}`

it.each(DATABASES)('the server that npm start runs serves every surface and both workers on %s', async (database) => {
  const server = await spawnServer(await testEnvironment(database, { LOG_LEVEL: 'info' }))
  const { url } = server
  const account = await newAccount(url)
  const { data } = await account.ask('mutation { createApiKey(label: "agent") { secret } }')
  const { call } = await connect(`${url}/mcp`, (data.createApiKey as { secret: string }).secret)

  const { id, slug } = await call('create_shortlink', { target: TARGET, slug: 'built' })
  expect((await follow(url, slug)).headers.get('location')).toBe(TARGET)
  // Stored by the hit worker.
  await expect.poll(() => call('get_hit_stats', { id })).toMatchObject({ hitCount: 1 })
  // On SQLite a search runs in the thread for SQL.
  const { shortlinkConnection } = (await account.ask('{ shortlinkConnection(search: "built") { items { id } } }')).data
  expect(shortlinkConnection).toEqual({ items: [{ id }] })

  const code = await fetch(`${url}/${slug}/qr.png`)
  expect(readQr(Buffer.from(await code.arrayBuffer())).text).toMatch(new RegExp(`/${slug}$`))
  const { createBioPage } = (await account.ask(CREATE_PAGE)).data
  await account.ask(ADD_LINK, { page: (createBioPage as { id: string }).id })
  expect(await (await fetch(`${url}/bio/built`)).text()).toContain('Read me')

  const ended = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(server.log()).not.toMatch(/"level":"?(error|fatal|50|60)/)
})
