import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseCsv } from '../../hosts/import/csv.ts'
import { follow, newAccount } from '../support/api.ts'
import { bareEnvironment } from '../support/bare-environment.ts'
import { temporaryFolder } from '../support/databases.ts'
import { fencesOf, patternOf } from '../support/fences.ts'
import { startTestServer, testEnvironment } from '../support/server.ts'
import { BUILT_CLI } from '../support/start-options.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

let settings: Record<string, string>
let server: Awaited<ReturnType<typeof startTestServer>>
let account: Awaited<ReturnType<typeof newAccount>>
let key: string
const folder = temporaryFolder()
beforeAll(async () => {
  settings = await testEnvironment('sqlite', { TRUST_PROXY: '1' })
  server = await startTestServer({ settings })
  account = await newAccount(server.url)
  const { data } = await account.ask('mutation { createApiKey(label: "k") { secret } }')
  key = data.createApiKey.secret
  await account.ask('mutation { createShortlink(target: "https://example.com/news", shortlink: "news") }')
})
afterAll(() => server.close('the tests are over'))

async function bash(script: string): Promise<string> {
  const here = script
    .replaceAll('http://localhost:3000', server.url)
    .replaceAll('ada@example.com', account.email)
    .replaceAll(/^shortlink /gm, `${process.execPath} ${BUILT_CLI} `)
  const env = { ...bareEnvironment(), ...settings, KEY: key }
  return (await promisify(execFile)('bash', ['-c', `set -e\n${here}`], { env, cwd: folder })).stdout
}

async function visit() {
  const before = await account.clicks()
  await follow(server.url, 'news?utm_source=letter', {
    ...{ 'x-forwarded-for': '203.0.113.9', 'user-agent': FIREFOX, 'accept-language': 'de' },
    referer: 'https://example.com/?q=1',
  })
  await expect.poll(() => account.clicks()).toBe(before + 1)
}

it('each command of docs/visits-out.md does what the page says', async () => {
  await visit()
  let printed = ''
  for (const { language, code } of fencesOf('docs/visits-out.md')) {
    if (language !== 'sh') expect(printed).toMatch(patternOf(code))
    else if (code.includes('/live')) {
      let isOpen = true
      const streamed = bash(code).finally(() => {
        isOpen = false
      })
      // Visits that come before the stream is open are no news to it.
      while (isOpen) await visit()
      printed = (await streamed).split('\n\n').find((event) => event.startsWith('event: hit')) ?? ''
    } else printed = (await bash(code)).trim()
    if (code.includes('--output visits.csv')) await visit()
  }
  const rows = parseCsv(readFileSync(join(folder, 'visits.csv'), 'utf8'))
  expect(rows).toHaveLength(3)
  expect(new Set(rows.map(([id]) => id)).size).toBe(3)
  const lines = readFileSync(join(folder, 'visits.ndjson'), 'utf8').trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(rows.slice(1).map(([id]) => id))
})
