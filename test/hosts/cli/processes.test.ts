import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anonymous, createApp, type UserId } from '@shortlink/core'
import { reportLink } from '@shortlink/core/host'
import { openShortlink } from '@shortlink/hosts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { program } from '../../../hosts/cli/program.ts'
import { ROWS } from '../../../hosts/cli/rows/index.ts'
import { startDnsServer } from '../../support/dns.ts'
import { isFullSize } from '../../support/scale.ts'
import { keepingOpen, wordsOf } from './in-process.ts'
import { operator, shortlink } from './shortlink.ts'

/** Commands whose processes have tests of their own. */
const ELSEWHERE = ['serve', 'mcp', 'demo']

/** What is there before the commands run. None needs what another changes, so that they run in any order. */
const BEFORE = [
  'user create --name Bob --email bob@example.com',
  'user create --name Cem --email cem@example.com',
  'user disable cem@example.com',
  'user create --name Dan --email dan@example.com',
  'plan set ada@example.com PRO',
  'link create https://example.com/ --slug plain --user ada@example.com --tag old',
  'link create https://example.com/ --slug closed --user ada@example.com --tag gone',
  'link disable closed',
  'link create https://example.com/ --slug named --user ada@example.com --tag kept',
  'link alias add named nick',
  'link create https://example.com/ --slug spare',
  'link create https://example.com/ --slug spared',
  ...['verified', 'deleted', 'forgotten'].map((name) => `domain add ${name}.example.com --user ada@example.com`),
  'link create https://phish.example/ --slug parcel',
  'blocklist add old.example',
  'blocklist add former.example',
  'backup backup.db',
]

/** A line for each command, and what it prints. */
const LINES: readonly (readonly [line: string, printed: RegExp])[] = [
  ['migrate', /up to date/],
  ['user list', /ada@example\.com/],
  ['user create --name Eve --email eve@example.com', /^Account eve@example\.com/],
  ['user disable bob@example.com', /Disabled bob/],
  ['user enable cem@example.com', /Enabled cem/],
  ['user promote bob@example.com', /Promoted bob/],
  ['user demote bob@example.com', /Demoted bob/],
  ['user invite', /\/dash\/sign-up\?invite=/],
  ['user reset-password ada@example.com', /assword/],
  ['user reset-link ada@example.com', /\/dash\/reset#[\w-]{36}\n$/],
  ['user delete dan@example.com --yes', /Deleted /],
  ['key list --user ada@example.com', /laptop/],
  ['key create --label phone --user ada@example.com', /^sl_live_/],
  ['key rotate OTHER --user ada@example.com', /^sl_live_/],
  ['key revoke KEY --user ada@example.com', /Revoked /],
  ['session list --user eva@example.com', /Firefox on Linux/],
  ['session end SESSION --user eva@example.com', /Ended /],
  ['session end-all --user ada@example.com', /Ended 0 sessions/],
  ['audit list --user ada@example.com', /createApiKey/],
  ['link create https://example.com/ --slug made', /\/made\n$/],
  ['link upsert p-1 https://example.com/ --slug upserted --user ada@example.com', /\/upserted\n$/],
  ['link list', /\/plain /],
  ['link show plain', /https:\/\/example\.com\//],
  ['link update plain --title Plain', /\/plain redirects to/],
  ['link stats plain', /^Visits +0/m],
  ['link disable spare', /is disabled; target/],
  ['link enable closed', /is enabled; target/],
  ['link delete spared --yes', /is deleted; target/],
  ['link alias add plain other', /other/],
  ['link alias remove named nick', /has no aliases/],
  ['link export - --user ada@example.com', /^slug,target,/],
  ['link import links.csv --user ada@example.com --apply', /1 imported/],
  ['hits export --user ada@example.com', /^$/],
  ['tag list --user ada@example.com', /kept/],
  ['tag update old --name new --user ada@example.com', /new/],
  ['tag delete gone --user ada@example.com --yes', /gone/],
  ['share list --user ada@example.com', /all links/],
  ['share create --link plain --visits --user ada@example.com', /\/dash\/shared\/[\w-]{22}\n$/],
  ['share update CHANGED --visits --user ada@example.com', /^Changed .*: all links\n$/],
  ['share revoke SHARE --user ada@example.com', /Revoked /],
  ['domain list --user ada@example.com', /verified\.example\.com/],
  ['domain add go.example.com --user ada@example.com', /TXT/],
  ['domain verify verified.example.com --user ada@example.com', /verified/],
  ['domain delete deleted.example.com --user ada@example.com --yes', /deleted\.example\.com/],
  ['domain forget forgotten.example.com', /forgotten\.example\.com/],
  ['webhook list --user ada@example.com', /^$/],
  ['plan set bob@example.com PRO', /to PRO/],
  ['blocklist list', /^old\.example/m],
  ['blocklist add evil.example --reason phishing', /^Blocked evil/],
  ['blocklist remove former.example', /^Unblocked former/],
  ['blocklist import blocked.txt', /^Blocked 1 host /],
  ['report list', /localhost:3000\/plain/],
  ['report resolve REPORT --block', /^Resolved the report about .* and blocked phish\.example\n$/],
  ['stats plain', /^Visits +0/m],
  ['backup another.db', /another\.db/],
  ['restore backup.db --database sqlite:restored.db', /^Restored /],
  ['copy --from sqlite:source.db --to sqlite:target.db', /links/],
  ['doctor', /up to date/],
  ['completion bash', /COMPREPLY/],
]

const pathsOf = (command: typeof program, path: readonly string[] = []): string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((inner) => pathsOf(inner, [...path, inner.name()]))

const TABLE = new Set(ROWS.map(({ path }) => path))

/** The first word of a command of the table, whose commands share all code except their use case; other commands are their own group. */
const groupOf = (path = '') => (TABLE.has(path) ? path.split(' ')[0] : path)

/** Of a path that begins another, `stats` and `link stats`, the longer one is that of the line. */
const pathOf = (line: string) =>
  pathsOf(program)
    .filter((path) => `${line} `.startsWith(`${path} `))
    .at(-1)

/** The lines to run as processes: the last of each group, or all in `npm run test:slow`. The others run in this process. */
const SPAWNED = isFullSize() ? LINES : [...new Map(LINES.map((line) => [groupOf(pathOf(line[0])), line])).values()]

/** Logs in from a browser, as the dashboard does, and returns the id of the session. */
async function newSession(
  settings: Record<string, string>,
  { id, email, password }: { id: string; email: string; password: string },
) {
  const { as, ports, close } = await openShortlink(settings)
  const client = {
    ip: '192.0.2.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  }
  const caller = { kind: 'anonymous', rejected: false, client } as const
  await as(caller).logIn({ email, password })
  const [session] = await ports.store.sessions.list(id as UserId, Date.now())
  await close()
  return session?.id ?? ''
}

/** Reports the links as visitors do, and returns the id of the last report. */
async function newReport(settings: Record<string, string>, slugs: readonly string[]) {
  const { ports, close } = await openShortlink(settings)
  const app = createApp(ports)
  for (const slug of slugs)
    await app.run(reportLink, anonymous, { url: `localhost:3000/${slug}`, reason: 'phishing', email: '' })
  const [report] = await ports.store.reports.list({ skip: 0, take: 1 })
  await close()
  return report?.id ?? ''
}

it('each command has one line', () => {
  expect([...LINES.map(([line]) => pathOf(line)), ...ELSEWHERE].sort()).toEqual(pathsOf(program).sort())
})

describe('the commands', () => {
  let environment: Record<string, string>
  /** The line with files of the test's folder, and the ids of two keys. */
  let here: (line: string) => string[]
  const inProcess = keepingOpen(afterAll)
  beforeAll(async () => {
    const dns = await startDnsServer()
    const { environment: settings, folder, run } = await operator('sqlite', inProcess)
    environment = { ...settings, DNS_SERVERS: dns.address, BASE_URL: 'http://localhost:3000' }
    let [key, other] = ['', '']
    here = (line) =>
      wordsOf(line).map((word) =>
        word
          .replace(/([\w]+\.(db|csv|txt))$/, join(folder, '$1'))
          .replace(/^KEY$/, key)
          .replace(/^OTHER$/, other)
          .replace(/^SESSION$/, session)
          .replace(/^REPORT$/, report)
          .replace(/^SHARE$/, share)
          .replace(/^CHANGED$/, changed),
      )
    let session = ''
    let report = ''
    let share = ''
    let changed = ''
    for (const line of BEFORE) expect(await run(...here(line)), line).toMatchObject({ code: 0 })
    const eva = await run('user', 'create', '--name', 'Eva', '--email', 'eva@example.com', '--json')
    for (const _ of [1, 2]) session = await newSession(settings, JSON.parse(eva.stdout))
    report = await newReport(settings, ['plain', 'parcel'])
    const newShare = async () =>
      JSON.parse((await run('share', 'create', '--user', 'ada@example.com', '--json')).stdout).id
    ;[share, changed] = [await newShare(), await newShare()]
    // One is revoked while the others are listed.
    await run('key', 'create', '--label', 'spare', '--user', 'ada@example.com')
    await run('key', 'create', '--label', 'laptop', '--user', 'ada@example.com')
    const keys = JSON.parse((await run('key', 'list', '--user', 'ada@example.com', '--json')).stdout)
    // By label: keys that were created in the same millisecond have no order.
    ;[other, key] = ['laptop', 'spare'].map((name) => keys.find(({ label }: { label: string }) => label === name).id)
    const added = await run('domain', 'add', 'verified.example.com', '--user', 'ada@example.com', '--json')
    const [{ name, value }] = JSON.parse(added.stdout).records
    dns.txt(name, value)
    copyFileSync(join(folder, 'backup.db'), join(folder, 'source.db'))
    writeFileSync(join(folder, 'links.csv'), 'slug,target\nimported,https://example.com/\n')
    writeFileSync(join(folder, 'blocked.txt'), '0.0.0.0 listed.example\n')
    return () => dns.close()
  })

  async function expectPrinted(runner: typeof shortlink, line: string, printed: RegExp) {
    const { code, stdout, stderr } = await runner(environment, here(line))
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: expect.stringMatching(printed) })
  }

  it.each(LINES.filter((line) => !SPAWNED.includes(line)))('shortlink %s', (line, printed) =>
    expectPrinted(inProcess, line, printed),
  )

  it.concurrent.each(SPAWNED)('shortlink %s, as a process of the bundle', (line, printed) =>
    expectPrinted(shortlink, line, printed),
  )
})
