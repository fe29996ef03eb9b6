import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../support/api.ts'
import { bareEnvironment } from '../../../support/bare-environment.ts'
import { temporaryFolder } from '../../../support/databases.ts'
import { readQr } from '../../../support/read-qr.ts'

/** Through npm, which forwards signals to its child. */
function startDemo() {
  const folder = temporaryFolder()
  const child = spawn('npm', ['run', '--silent', 'demo', '--', '--port', '0'], {
    env: { ...bareEnvironment(), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGTERM'))
  const said = async (words: string) => {
    let said = ''
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      said += chunk
      if (said.includes(words)) break
    }
    return said
  }
  return { folder, child, said }
}

const leftIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('shortlink'))

it('npm run demo shows a service in use and leaves nothing behind', async () => {
  const demo = startDemo()
  const said = await demo.said('Ctrl+C')
  expect(said).not.toContain(String.fromCharCode(27))
  expect(said).toMatch(/^\/sale +█{40} 1,\d{3}$/m)
  expect(said).toMatch(/^United States +█{40} \d+$/m)
  const [url = '', key = ''] = [/GraphQL +(http\S+)\/graphql/, /API key +(\S+)/].map(
    (pattern) => pattern.exec(said)?.[1],
  )

  // One host name, in what it prints and in what its pages hold.
  const bio = await (await fetch(`${url}/bio/ada`)).text()
  const root = await fetch(`${url}/`, { redirect: 'manual' })
  const qr = readQr(Buffer.from(await (await fetch(`${url}/sale/qr.png`)).arrayBuffer())).text
  const named = `${said} ${bio} ${root.headers.get('location')} ${qr}`
  expect(new Set(named.match(/http:\/\/[^\s/'"]+/g))).toEqual(new Set([url]))

  const { data } = await ask(
    url,
    '{ shortlinkAnalytics { totalLinks totalClicks topLinks { id } } bioPages { links { label } } }',
    {},
    { 'x-api-key': key },
  )
  expect(data).toMatchObject({
    shortlinkAnalytics: { totalLinks: 8, totalClicks: 4000 },
    bioPages: [{ links: Array(4).fill({}) }],
  })
  const [{ id }] = data.shortlinkAnalytics.topLinks
  const one = await ask(
    url,
    'query ($id: ID!) { getShortlinkInfo(id: $id) { byCountryGraph { country { code } } } }',
    { id },
    { 'x-api-key': key },
  )
  expect(one.data.getShortlinkInfo.byCountryGraph.length).toBeGreaterThan(10)
  expect((await fetch(`${url}/bio/ada`)).status).toBe(200)
  expect((await fetch(`${url}/sale`, { redirect: 'manual' })).status).toBe(302)

  // The command that connects an agent carries the address and the key.
  const [, mcp = '', header = ''] =
    /claude mcp add --transport http shortlink (\S+) --header 'x-api-key: (\S+)'/.exec(said) ?? []
  const client = new Client({ name: 'newcomer', version: '1.0.0' })
  const requestInit = { headers: { 'x-api-key': header } }
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit }))
  expect((await client.listTools()).tools).toHaveLength(20)
  await client.close()

  const ended = once(demo.child, 'exit')
  demo.child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(leftIn(demo.folder)).toEqual([])
})

it('npm run demo leaves nothing behind when it is stopped before it has started', async () => {
  const { child, said, folder } = startDemo()
  await said('go by')
  const ended = once(child, 'exit')
  child.kill('SIGINT')
  await ended
  expect(leftIn(folder)).toEqual([])
})
