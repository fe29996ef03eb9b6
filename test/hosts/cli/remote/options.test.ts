import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isArgument, nameOf, type Parameter } from '../../../../hosts/cli/parameters.ts'
import { linkRows } from '../../../../hosts/cli/rows/links.ts'
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

interface Sample {
  readonly words: readonly string[]
  readonly shown: unknown
  /** What standard input has. */
  readonly input?: string
}

const WHEN = '2030-01-31T18:00:00.000Z'
const NO_UTM = { source: null, medium: null, campaign: null, term: null, content: null }
const NO_PREVIEW = { title: null, description: null, image: null }

/** Values that are no text, or are shown in another form than they are given in. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  target: { words: ['--target', 'https://example.com/other'], shown: 'https://example.com/other' },
  host: { words: ['--host', HOSTNAME], shown: HOSTNAME },
  enableTracking: { words: ['--no-tracking'], shown: false },
  startsAt: { words: ['--starts-at', WHEN], shown: WHEN },
  expiresAt: { words: ['--expires-at', WHEN], shown: WHEN },
  fallbackTarget: { words: ['--fallback-target', 'https://example.com/over'], shown: 'https://example.com/over' },
  maxVisits: { words: ['--max-visits', '5'], shown: 5 },
  password: { words: ['--password', 'open sesame'], shown: true },
  passwordStdin: { words: ['--password-stdin'], input: 'open sesame\n', shown: true },
  redirectStatus: { words: ['--redirect-status', '301'], shown: 301 },
  forwardQuery: { words: ['--forward-query'], shown: true },
  forwardPath: { words: ['--forward-path'], shown: true },
  enabled: { words: ['--no-enabled'], shown: false },
  archived: { words: ['--archived'], shown: true },
  tags: { words: ['--tag', 'one', '--tag', 'two'], shown: ['one', 'two'] },
}

/** A value that no link has by default, as it is given and as the server shows it. */
function sampleOf({ flags, field }: Parameter): Sample {
  if (field === 'rules') {
    const file = join(temporaryFolder(), 'rules.json')
    writeFileSync(file, JSON.stringify(RULES))
    return { words: ['--rules', file], shown: RULES }
  }
  const [argument, member] = field.split('.')
  // No two links have one external id.
  const other = argument === 'externalId' ? `sample ${randomUUID()}` : 'sample'
  const value = member === 'image' ? 'https://example.com/picture.png' : other
  const words = [nameOf({ flags }), value]
  if (member === undefined) return SAMPLES[field] ?? { words, shown: value }
  return { words, shown: { ...(argument === 'utm' ? NO_UTM : NO_PREVIEW), [member]: value } }
}

/** GraphQL's field for what an option sets. */
const SELECTIONS: Readonly<Record<string, string>> = {
  slug: 'slug: shortlink',
  host: 'host: hostname',
  rules: 'rules { type value target }',
  password: 'password: hasPassword',
  passwordStdin: 'passwordStdin: hasPassword',
  utm: 'utm { source medium campaign term content }',
  preview: 'preview { title description image }',
}

/** What the newest link of the account has in the field. */
async function shownOf(option: Parameter) {
  const [field = ''] = option.field.split('.')
  const query = `{ shortlinkConnection(take: 1, archived: null) { items { ${SELECTIONS[field] ?? field} } } }`
  const { data, errors } = await account.ask(query)
  expect(errors).toEqual([])
  return data.shortlinkConnection.items[0][field]
}

it.each(optionsOf('link create').filter(({ field }) => field !== 'reuse'))(
  'link create with $flags and --server gives it to the link',
  async (option) => {
    const { words, shown, input } = sampleOf(option)
    const done = await runInProcess(settings, ['link', 'create', 'https://example.com/', ...words], input)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(await shownOf(option)).toEqual(shown)
  },
)

it.each(optionsOf('link update').filter(({ field }) => field !== 'host'))(
  'link update with $flags and --server changes the link',
  async (option) => {
    const { words, shown, input } = sampleOf(option)
    const created = await runInProcess(settings, ['link', 'create', 'https://example.com/', '--json'])
    expect(await shownOf(option)).not.toEqual(shown)
    const done = await runInProcess(settings, ['link', 'update', JSON.parse(created.stdout).slug, ...words], input)
    expect(done).toMatchObject({ code: 0, stderr: '' })
    expect(await shownOf(option)).toEqual(shown)
  },
)

it('link create with --reuse and --server prints the link that is there', async () => {
  const create = ['link', 'create', 'https://example.com/again', '--json']
  const first = JSON.parse((await runInProcess(settings, create)).stdout)
  const again = await runInProcess(settings, [...create, '--reuse'])
  expect(JSON.parse(again.stdout)).toMatchObject({ id: first.id, slug: first.slug })
})

it('link create with a key that may only create links prints the short URL', async () => {
  const { data } = await account.ask('mutation { createApiKey(label: "create", scopes: ["links:create"]) { secret } }')
  const create = ['link', 'create', 'https://example.com/', '--slug', 'made-only']
  const done = await runInProcess({ ...settings, SHORTLINK_KEY: data.createApiKey.secret }, create)
  expect(done).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/\/made-only\n$/) })
})

it('link update without an option names each that changes a link', async () => {
  const { code, stderr } = await runInProcess(settings, ['link', 'update', 'one'])
  expect(code).toBe(64)
  for (const option of optionsOf('link update').filter(({ field }) => field !== 'host'))
    expect(stderr).toContain(nameOf(option))
  expect(stderr).toContain('--tracking, --no-tracking')
  expect(stderr).toContain('--archived or --no-archived')
})

it('link create refuses rules that are no JSON array', async () => {
  const file = join(temporaryFolder(), 'rules.json')
  writeFileSync(file, '{}')
  expect(await runInProcess(settings, ['link', 'create', 'https://example.com/', '--rules', file])).toMatchObject({
    code: 64,
    stderr: expect.stringContaining(`--rules: ${file} must hold a JSON array\n`),
  })
})
