import { expect, it } from 'vitest'
import { follow, newAccount } from '../../../support/api.ts'
import { spawnServer, testEnvironment } from '../../../support/server.ts'

it('a server that was started with a higher niceness than its hit worker’s, and without the right to lower it, stores hits', async () => {
  const server = await spawnServer(await testEnvironment('sqlite'), { niceness: 10 })
  const account = await newAccount(server.url)
  await account.ask('mutation { createShortlink(target: "https://example.com/", shortlink: "nice") }')
  expect((await follow(server.url, 'nice')).status).toBe(302)
  await expect.poll(() => account.clicks()).toBe(1)
})
