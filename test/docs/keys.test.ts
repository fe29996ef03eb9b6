import { readFileSync } from 'node:fs'
import { SCOPES } from '@shortlink/core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { keepingOpen, wordsOf } from '../hosts/cli/in-process.ts'
import { operator } from '../hosts/cli/shortlink.ts'
import { blocksOf } from '../support/fences.ts'
import { startTestServer } from '../support/server.ts'
import { runPage } from './page-shell.ts'

const PAGE = 'docs/keys.md'
const page = readFileSync(PAGE, 'utf8')
const [create = '', publish = '', rotate = ''] = blocksOf(PAGE, 'sh')
const [shown = ''] = blocksOf(PAGE, '')

const runner = keepingOpen(afterAll)
let settings: Record<string, string>
let server: Awaited<ReturnType<typeof startTestServer>>
beforeAll(async () => {
  settings = (await operator('sqlite', runner)).environment
  server = await startTestServer({ settings })
})
afterAll(() => server.close('the tests are over'))

const run = (script: string) => runPage(script.replaceAll('http://localhost:3000', server.url), settings, { runner })

it('the commands of docs/keys.md create, restrict, rotate and revoke keys', async () => {
  expect(await run(create)).toMatch(/^sl_live_\w{32}\n[^\n]*links:read,links:create *\n$/s)
  const lines = (await run(publish)).trim().split('\n')
  for (const [index, line] of shown.split('\n').entries()) {
    expect(lines[index]).toContain(line.replace(/, …$/, ''))
  }
  await run(rotate)
  const listed = await runner(settings, wordsOf('key list --user ada@example.com --json'))
  expect(JSON.parse(listed.stdout)).toMatchObject([
    { label: 'website', scopes: ['links:create'], targetHosts: ['.example.com'], rotatedFrom: expect.any(String) },
    { label: 'Build server', scopes: ['links:read', 'links:create'] },
  ])
})

it('docs/keys.md lists every scope, and combines only existing ones', () => {
  const [table = '', ...rest] = page.slice(page.indexOf('## Scopes')).split('\n\n').slice(2)
  expect([...table.matchAll(/`([a-z]+(?::[a-z]+)?)`(?=[^|]*\|[^|]*\|$)/gm)].map(([, scope]) => scope).sort()).toEqual(
    [...SCOPES].sort(),
  )
  const combined = [...rest.join('\n\n').matchAll(/--scopes (\S+?)(?=[ `])/g)].flatMap(([, list]) => list?.split(','))
  expect(combined.filter((scope) => !(SCOPES as readonly (string | undefined)[]).includes(scope))).toEqual([])
})
