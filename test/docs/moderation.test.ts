import { expect, it } from 'vitest'
import { keepingOpen, wordsOf } from '../hosts/cli/in-process.ts'
import { operator } from '../hosts/cli/shortlink.ts'
import { blocksOf } from '../support/fences.ts'
import { startTestServer } from '../support/server.ts'
import { runPage } from './page-shell.ts'

const [promote = '', takeDown = '', report = '', resolve = '', invite = ''] = blocksOf('docs/moderation.md', 'sh')

const BEFORE = [
  'user create --name Mallory --email mallory@example.com',
  'link create https://phish.example.org/login --slug parcel --user mallory@example.com',
  'link create https://example.org/ --slug harmless --user ada@example.com',
]

it('the commands of docs/moderation.md promote an administrator, take a link and an account down, and invite', async () => {
  const runner = keepingOpen()
  const { environment } = await operator('sqlite', runner)
  for (const line of BEFORE) await runner(environment, wordsOf(line))
  expect(await runPage(promote, environment, { runner })).toMatch(/^ada@example\.com .* admin +enabled$/m)
  const takenDown = await runPage(takeDown, environment, { runner })
  expect(takenDown).toContain('/parcel is disabled; target: https://phish.example.org/login')
  expect(takenDown).toContain('Disabled mallory@example.com')
  expect(takenDown).not.toContain('harmless')
  expect(await runPage(invite, { ...environment, SIGNUP: 'invite' }, { runner })).toMatch(
    /\/dash\/sign-up\?invite=\w{32}\n$/,
  )
})

it('the commands of docs/moderation.md lead from a report to a blocked host and a disabled account', async () => {
  const runner = keepingOpen()
  const { environment } = await operator('sqlite', runner)
  for (const line of BEFORE) await runner(environment, wordsOf(line))
  const server = await startTestServer({ settings: { ...environment, ABUSE_REPORTS: 'true' } })
  expect(await runPage(report.replaceAll('http://localhost:3000', server.url), {})).toBe('Report sent')
  const listed = await runner(environment, wordsOf('report list --json'))
  const [{ id }] = JSON.parse(listed.stdout).items
  const printed = await runPage(resolve.replace(/[\da-f]{8}-[\da-f-]{27}/, id), environment, { runner })
  expect(printed).toMatch(/ phish\.example\.org +mallory@example\.com +It asks for my bank password\.$/m)
  expect(printed).toMatch(/^Resolved the report about \S+\/parcel and blocked phish\.example\.org$/m)
  expect(printed).toContain('Disabled mallory@example.com')
  expect(printed).toMatch(/ setAccountDisabled +ACCOUNT .* disabled +cli /m)
  await server.close('the test is over')
})
