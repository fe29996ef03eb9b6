import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { newAccount } from '../support/api.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { useTestServer } from '../support/server.ts'

const server = useTestServer()

it('the example of a campaign creates its links once, and prints their visits', async () => {
  const { data } = await (await newAccount(server.url)).ask('mutation { createApiKey(label: "k") { secret } }')
  const run = async (...channels: string[]) => {
    const words = ['--conditions=@shortlink/source', 'client/examples/campaign.ts', 'https://example.com/sale']
    const env = { ...bareEnvironment(), SHORTLINK_SERVER: server.url, SHORTLINK_KEY: data.createApiKey.secret }
    return (await promisify(execFile)(process.execPath, [...words, ...channels], { env })).stdout.split('\n')
  }
  const visits = ['sale-shop: 0 visits', 'sale-news: 0 visits', '0 visitors in 30 days', '']
  expect(await run('news', 'shop')).toEqual(['created sale-news', 'created sale-shop', ...visits])
  expect(await run('news', 'shop')).toEqual(visits)
})
