import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from '../../../support/api.ts'
import { bareEnvironment } from '../../../support/bare-environment.ts'
import { temporaryFolder } from '../../../support/databases.ts'
import { readQr } from '../../../support/read-qr.ts'
import { runInProcess } from '../in-process.ts'

/** Through npm, which forwards signals to its child, in a process group of its own as a terminal starts it. */
function startDemo() {
  const folder = temporaryFolder()
  const child = spawn('npm', ['run', '--silent', 'demo', '--', '--port', '0'], {
    env: { ...bareEnvironment(), TMPDIR: folder },
    stdio: 'pipe',
    detached: true,
  })
  const interrupt = () => process.kill(-Number(child.pid), 'SIGINT')
  onTestFinished(() => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-Number(child.pid), 'SIGKILL')
  })
  const said = async (words: string) => {
    let said = ''
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      said += chunk
      if (said.includes(words)) break
    }
    return said
  }
  return { folder, child, said, interrupt }
}

const leftIn = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('shortlink'))

it('npm run demo shows a service in use and leaves nothing behind', async () => {
  const demo = startDemo()
  const said = await demo.said('Ctrl+C')
  expect(said).not.toContain(String.fromCharCode(27))
  expect(said).toMatch(/^\/sale +█{40} \d,\d{3}$/m)
  expect(said).toMatch(/^Visitors +[\d,]+ +\+\d+ %$/m)
  expect(said).toMatch(/^United States +\d+ +\d+ % +█{30}$/m)
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
    shortlinkAnalytics: { totalLinks: 9 },
    bioPages: [{ links: Array(4).fill({}) }],
  })
  expect(data.shortlinkAnalytics.totalClicks).toBeGreaterThan(20_000)
  const [{ id }] = data.shortlinkAnalytics.topLinks
  const one = await ask(
    url,
    'query ($id: ID!) { getShortlinkInfo(id: $id) { byCountryGraph { country { code } } } }',
    { id },
    { 'x-api-key': key },
  )
  expect(one.data.getShortlinkInfo.byCountryGraph.length).toBeGreaterThan(10)
  await expectAnalytics((query) => ask(url, query, {}, { 'x-api-key': key }))
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

it('the demo listens on the port in PORT, unless --port names one', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  const PORT = `${(other.address() as AddressInfo).port}`
  expect(await runInProcess({ PORT, TMPDIR: temporaryFolder() }, ['demo'])).toMatchObject({
    code: expect.any(Number),
    stdout: '',
    stderr: expect.stringContaining(PORT),
  })
  const named = await runInProcess({ PORT: '0', TMPDIR: temporaryFolder() }, ['demo', '--port', PORT])
  expect(named).toMatchObject({ stdout: '', stderr: expect.stringContaining(PORT) })
})

const FACTS =
  'REGION CITY LANGUAGE REFERRER RULE UTM_SOURCE UTM_MEDIUM UTM_CAMPAIGN UTM_CONTENT BROWSER OS DEVICE'.split(' ')

interface Rows {
  readonly rows: readonly { readonly value: string | null }[]
}

/** Every chart has something to show: places, languages, campaigns, programs, and people who come back within a day. */
async function expectAnalytics(asking: (query: string) => ReturnType<typeof ask>) {
  const breakdowns = FACTS.map((by) => `${by}: breakdown(by: ${by}) { rows { value } }`)
  const { data } = await asking(`{ analytics { totals { hits bots visitors } ${breakdowns.join(' ')} } }`)
  const { totals, ...found } = data.analytics
  const valuesOf = ({ rows }: Rows) => rows.map(({ value }) => value).filter((value) => value !== null)
  for (const by of FACTS) expect(valuesOf(found[by]), by).not.toEqual([])
  expect(valuesOf(found.CITY)).toHaveLength(10)
  const people = totals.hits - totals.bots
  expect(totals.bots).toBeGreaterThan(totals.hits / 100)
  expect(totals.visitors).toBeGreaterThan(people * 0.8)
  expect(totals.visitors).toBeLessThan(people * 0.99)
}

it('npm run demo does not fill to the end and leaves nothing behind when Ctrl-C comes meanwhile', async () => {
  const { child, said, folder, interrupt } = startDemo()
  await said('goes by')
  const [ended, more] = [once(child, 'exit'), text(child.stdout)]
  // The terminal signals npm and the demo, and npm passes its signal on to the demo.
  interrupt()
  expect(await ended).toEqual([0, null])
  // A write that waited for its turn in vain would be reported.
  expect([await more, await text(child.stderr)]).toEqual(['', ''])
  expect(leftIn(folder)).toEqual([])
})

it('npm run demo leaves nothing behind when Ctrl-C comes again and again', async () => {
  const { child, said, folder, interrupt } = startDemo()
  await said('goes by')
  const ended = once(child, 'exit')
  const again = setInterval(interrupt, 100)
  onTestFinished(() => clearInterval(again))
  await ended
  clearInterval(again)
  expect(leftIn(folder)).toEqual([])
})
