import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { linkRows } from '../../../../hosts/cli/rows/links.ts'
import { isArgument, nameOf, type Parameter } from '../../../../hosts/cli/table/parameters.ts'
import { newAccount } from '../../../support/api.ts'
import { temporaryFolder } from '../../../support/databases.ts'
import { startDnsServer, type TestDns } from '../../../support/dns.ts'
import { startTestServer } from '../../../support/server.ts'
import { runInProcess } from '../in-process.ts'

const RULES = [{ type: 'query', value: 'm', target: 'https://m.example.com/' }]
const HOSTNAME = 'go.example.com'

let dns: TestDns
let server: Awaited<ReturnType<typeof startTestServer>>
let account: Awaited<ReturnType<typeof newAccount>>
let settings: Record<string, string>
beforeAll(async () => {
  dns = await startDnsServer()
  server = await startTestServer({ settings: { DNS_SERVERS: dns.address } })
  account = await newAccount(server.url)
  const { data } = await account.ask('mutation { createApiKey(label: "remote") { secret } }')
  settings = { SHORTLINK_SERVER: server.url, SHORTLINK_KEY: data.createApiKey.secret }
  const { addDomain } = (await account.ask(`mutation { addDomain(hostname: "${HOSTNAME}") { id txtToken } }`)).data
  dns.txt(`_shortlink.${HOSTNAME}`, addDomain.txtToken)
  await account.ask('mutation ($id: ID!) { verifyDomain(id: $id) { verified } }', { id: addDomain.id })
})
afterAll(async () => {
  await server?.close('tests are over')
  await dns?.close()
})

const optionsOf = (path: string) =>
  (linkRows.find((row) => row.path === path)?.parameters ?? []).filter((one) => !isArgument(one))

/** A value that no link has by default, as it is given and as the server shows it. */
function sampleOf({ flags, field }: Parameter): { words: readonly string[]; shown: unknown } {
  if (field === 'enableTracking') return { words: ['--no-tracking'], shown: false }
  if (field === 'rules') {
    const file = join(temporaryFolder(), 'rules.json')
    writeFileSync(file, JSON.stringify(RULES))
    return { words: ['--rules', file], shown: RULES }
  }
  const value = { target: 'https://example.com/other', host: HOSTNAME }[field] ?? 'sample'
  return { words: [nameOf({ flags }), value], shown: value }
}

/** GraphQL's field for what an option sets. */
const SELECTIONS: Readonly<Record<string, string>> = {
  slug: 'slug: shortlink',
  host: 'host: hostname',
  rules: 'rules { type value target }',
}

/** What the newest link of the account has in the field. */
async function shownOf({ field }: Parameter) {
  const query = `{ shortlinkConnection(take: 1) { items { ${SELECTIONS[field] ?? field} } } }`
  const { data, errors } = await account.ask(query)
  expect(errors).toEqual([])
  return data.shortlinkConnection.items[0][field]
}

it.each(optionsOf('link create'))('link create with $flags and --server gives it to the link', async (option) => {
  const { words, shown } = sampleOf(option)
  const done = await runInProcess(settings, ['link', 'create', 'https://example.com/', ...words])
  expect(done).toMatchObject({ code: 0, stderr: '' })
  expect(await shownOf(option)).toEqual(shown)
})

it.each(optionsOf('link update').filter(({ field }) => field !== 'host'))(
  'link update with $flags and --server changes the link',
  async (option) => {
    const { words, shown } = sampleOf(option)
    const created = await runInProcess(settings, ['link', 'create', 'https://example.com/', '--json'])
    expect(await shownOf(option)).not.toEqual(shown)
    const done = await runInProcess(settings, ['link', 'update', JSON.parse(created.stdout).slug, ...words])
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(await shownOf(option)).toEqual(shown)
  },
)

it('link update without an option names each that changes a link', async () => {
  const { code, stderr } = await runInProcess(settings, ['link', 'update', 'one'])
  expect(code).toBe(64)
  for (const option of optionsOf('link update').filter(({ field }) => field !== 'host'))
    expect(stderr).toContain(nameOf(option))
  expect(stderr).toContain('--tracking, --no-tracking or --rules')
})

it('link create refuses rules that are no JSON array', async () => {
  const file = join(temporaryFolder(), 'rules.json')
  writeFileSync(file, '{}')
  expect(await runInProcess(settings, ['link', 'create', 'https://example.com/', '--rules', file])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining(`--rules: ${file} must hold a JSON array\n`),
  })
})
