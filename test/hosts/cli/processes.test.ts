import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { program } from '../../../hosts/cli/program.ts'
import { startDnsServer } from '../../support/dns.ts'
import { runInProcess, wordsOf } from './in-process.ts'
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
  'link create https://example.com/ --slug named --user ada@example.com',
  'link alias add named nick',
  'link create https://example.com/ --slug spare',
  'link create https://example.com/ --slug spared',
  ...['verified', 'deleted', 'forgotten'].map((name) => `domain add ${name}.example.com --user ada@example.com`),
  'backup backup.db',
]

/** A line for each command, and what it prints. */
const LINES: readonly (readonly [line: string, printed: RegExp])[] = [
  ['migrate', /up to date/],
  ['user list', /ada@example\.com/],
  ['user create --name Eve --email eve@example.com', /^Account eve@example\.com/],
  ['user disable bob@example.com', /disabled now/],
  ['user enable cem@example.com', /enabled now/],
  ['user reset-password ada@example.com', /assword/],
  ['user delete dan@example.com --yes', /deleted/],
  ['key list --user ada@example.com', /laptop/],
  ['key create --label phone --user ada@example.com', /^sl_live_/],
  ['key revoke KEY --user ada@example.com', /revoked/],
  ['link create https://example.com/ --slug made', /\/made\n$/],
  ['link list', /\/plain /],
  ['link show plain', /https:\/\/example\.com\//],
  ['link update plain --title Plain', /\/plain leads to/],
  ['link stats plain', /^Visits +0/m],
  ['link disable spare', /is disabled now/],
  ['link enable closed', /is enabled now/],
  ['link delete spared --yes', /is deleted/],
  ['link alias add plain other', /other/],
  ['link alias remove named nick', /no alias now/],
  ['link export - --user ada@example.com', /^slug,target,/],
  ['link import links.csv --user ada@example.com --apply', /1 imported/],
  ['hits export --user ada@example.com', /^$/],
  ['tag list --user ada@example.com', /old/],
  ['tag update old --name new --user ada@example.com', /new/],
  ['tag delete gone --user ada@example.com --yes', /gone/],
  ['domain list --user ada@example.com', /verified\.example\.com/],
  ['domain add go.example.com --user ada@example.com', /TXT/],
  ['domain verify verified.example.com --user ada@example.com', /verified/],
  ['domain delete deleted.example.com --user ada@example.com --yes', /deleted\.example\.com/],
  ['domain forget forgotten.example.com', /forgotten\.example\.com/],
  ['webhook list --user ada@example.com', /^$/],
  ['plan set bob@example.com PRO', /on PRO now/],
  ['stats plain', /^Visits +0/m],
  ['backup another.db', /another\.db/],
  ['restore backup.db --database sqlite:restored.db', /is restored/],
  ['copy --from sqlite:source.db --to sqlite:target.db', /links/],
  ['doctor', /up to date/],
  ['completion bash', /COMPREPLY/],
]

const pathsOf = (command: typeof program, path: readonly string[] = []): string[] =>
  command.commands.length === 0
    ? [path.join(' ')]
    : command.commands.flatMap((inner) => pathsOf(inner, [...path, inner.name()]))

/** Of a path that begins another, `stats` and `link stats`, the longer one is that of the line. */
const pathOf = (line: string) =>
  pathsOf(program)
    .filter((path) => `${line} `.startsWith(`${path} `))
    .at(-1)

it('each command has one line', () => {
  expect([...LINES.map(([line]) => pathOf(line)), ...ELSEWHERE].sort()).toEqual(pathsOf(program).sort())
})

describe('as processes of the bundle', () => {
  let environment: Record<string, string>
  /** The line with files of the test's folder, and the key's id. */
  let here: (line: string) => string[]
  beforeAll(async () => {
    const dns = await startDnsServer()
    const { environment: settings, folder, run } = await operator('sqlite', runInProcess)
    environment = { ...settings, DNS_SERVERS: dns.address, BASE_URL: 'http://localhost:3000' }
    let key = ''
    here = (line) =>
      wordsOf(line).map((word) => word.replace(/([\w]+\.(db|csv))$/, join(folder, '$1')).replace(/^KEY$/, key))
    for (const line of BEFORE) expect(await run(...here(line)), line).toMatchObject({ code: 0 })
    // One is revoked while the others are listed.
    await run('key', 'create', '--label', 'spare', '--user', 'ada@example.com')
    key = JSON.parse((await run('key', 'list', '--user', 'ada@example.com', '--json')).stdout)[0].id
    await run('key', 'create', '--label', 'laptop', '--user', 'ada@example.com')
    const added = await run('domain', 'add', 'verified.example.com', '--user', 'ada@example.com', '--json')
    const [{ name, value }] = JSON.parse(added.stdout).records
    dns.txt(name, value)
    copyFileSync(join(folder, 'backup.db'), join(folder, 'source.db'))
    writeFileSync(join(folder, 'links.csv'), 'slug,target\nimported,https://example.com/\n')
    return () => dns.close()
  })

  it.concurrent.each(LINES)('shortlink %s', async (line, printed) => {
    const { code, stdout } = await shortlink(environment, here(line))
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(printed) })
  })
})
