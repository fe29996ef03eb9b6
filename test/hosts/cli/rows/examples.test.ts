import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anonymous, createApp } from '@shortlink/core'
import { reportLink } from '@shortlink/core/host'
import { openShortlink } from '@shortlink/hosts'
import { describe, expect, it } from 'vitest'
import { nameOf } from '../../../../hosts/cli/parameters.ts'
import { GROUPS, ROWS } from '../../../../hosts/cli/rows/index.ts'
import { supportsDryRun } from '../../../../hosts/cli/table/row.ts'
import { databaseText } from '../../../support/database-text.ts'
import { temporaryFolder } from '../../../support/databases.ts'
import { startDnsServer } from '../../../support/dns.ts'
import { isFullSize } from '../../../support/scale.ts'
import { DATABASES, type Database, testEnvironment } from '../../../support/server.ts'
import { keepingOpen, wordsOf } from '../in-process.ts'
import type { Ended } from '../shortlink.ts'

const ADA = ['--user', 'ada@example.com']

/** An account, a link and a domain of hers, and how to run commands over them, with what they print as JSON. */
async function instance(database: Database) {
  const dns = await startDnsServer()
  const environment = await testEnvironment(database, {
    BASE_URL: 'https://sho.rt',
    DNS_SERVERS: dns.address,
    // Examples take the same slug again under another account.
    SLUG_TOMBSTONE_DAYS: '0',
  })
  const runOpen = keepingOpen()
  const run = (...args: string[]): Promise<Ended> => runOpen(environment, args, 'a password hard to guess\n')
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await run(...args, '--json')
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }
  return { environment, dns, run, json, databaseUrl: environment.DATABASE_URL as string }
}

type Instance = Awaited<ReturnType<typeof instance>>

/** What must be there before the examples of a command, beside Ada's account and her link `spring`. */
const PREPARE: Readonly<Record<string, (instance: Instance, line: string) => Promise<unknown>>> = {
  'user create': ({ run }, line) => run('user', 'delete', wordsOf(line)[5] ?? ''),
  'link create': ({ run }) => run('link', 'delete', 'spring'),
  'link alias add': ({ run }) => run('link', 'alias', 'remove', 'spring', 'sale'),
  'link alias remove': ({ run }) => run('link', 'alias', 'add', 'spring', 'sale'),
  'tag update': ({ run }) => run('link', 'update', 'spring', '--tag', 'spring'),
  'tag delete': ({ run }) => run('link', 'update', 'spring', '--tag', 'spring'),
  'domain delete': ({ run }) => run('domain', 'add', 'go.example.com', ...ADA),
  'domain add': ({ run }) => run('domain', 'delete', 'go.example.com', ...ADA),
}

/** Commands that remove Ada's account or her link. */
const DELETING = new Set(['user create', 'user delete', 'link create', 'link delete'])

/** Commands whose writes belong to no account that still exists. */
const WITHOUT_ENTRY = new Set([
  ...['user delete', 'user invite', 'domain forget'],
  ...['blocklist add', 'blocklist remove', 'blocklist import', 'report resolve'],
])

/** The entries of the audit logs of all accounts, oldest first. */
async function auditEntries({ databaseUrl }: Instance): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const rows = JSON.parse((await databaseText(databaseUrl)).get('audit_entries') ?? '[]')
  return rows.toSorted((a: { no: number }, b: { no: number }) => a.no - b.no)
}

/** The values in a command line. */
const valuesIn = (words: readonly string[]) => words.filter((word) => word.length > 3 && !word.startsWith('--'))

/** A verified domain of Ada's with a link `spring` on it. */
async function withDomain({ dns, json, run }: Instance) {
  await run('domain', 'delete', 'go.example.com', ...ADA)
  const [record] = (await json('domain', 'add', 'go.example.com', ...ADA)).records
  dns.txt(record.name, record.value)
  await run('domain', 'verify', 'go.example.com', ...ADA)
  await run('link', 'create', 'https://example.com/', '--slug', 'spring', '--host', 'go.example.com', ...ADA)
}

const folder = temporaryFolder()

/** A hosts file. */
function hostsFile(): string {
  const file = join(folder, 'blocked-hosts.txt')
  writeFileSync(file, '0.0.0.0 evil.example\n')
  return file
}

/** Logs Ada in, and returns the id of the session. */
async function newSession({ environment, json }: Instance): Promise<string> {
  const { id, email, password } = await json('user', 'reset-password', 'ada@example.com')
  const { as, ports, close } = await openShortlink(environment)
  await as(anonymous).logIn({ email, password })
  const [session] = await ports.store.sessions.list(id, Date.now())
  await close()
  return session?.id ?? ''
}

/** Reports Ada's link, and returns the id of the report. */
async function newReport({ environment }: Instance): Promise<string> {
  const { ports, close } = await openShortlink(environment)
  await createApp(ports).run(reportLink, anonymous, { url: 'sho.rt/spring', reason: 'phishing', email: '' })
  const [report] = await ports.store.reports.list({ skip: 0, take: 1 })
  await close()
  return report?.id ?? ''
}

const newShare = async ({ json }: Instance): Promise<string> => (await json('share', 'create', ...ADA)).id

const NEW_ID: Readonly<Record<string, (instance: Instance) => Promise<string>>> = {
  'session end': newSession,
  'report resolve': newReport,
  'share update': newShare,
  'share revoke': newShare,
}

// On SQLite, whose tables are read faster; test/surfaces/dry-run.test.ts compares them on both.
it.each(isFullSize() ? DATABASES : (['sqlite'] as const))(
  'every example in the help of a command works on %s, changes nothing with --dry-run, leaves an entry in the audit log, and with --json prints JSON alone',
  async (database) => {
    const there = await instance(database)
    const { run, json } = there
    let isWhole = false
    for (const row of ROWS) {
      for (const example of row.examples) {
        if (!isWhole) {
          await run('user', 'create', '--name', 'Ada', '--email', 'ada@example.com')
          await run('link', 'create', 'https://example.com/', '--slug', 'spring', ...ADA)
        }
        isWhole = !DELETING.has(row.path)
        if (example.includes('go.example.com') && row.path !== 'domain delete') await withDomain(there)
        if (row.path === 'domain forget') await run('domain', 'delete', 'go.example.com', ...ADA)
        await PREPARE[row.path]?.(there, example)
        const { id } = /^key (revoke|rotate)$/.test(row.path)
          ? await json('key', 'create', '--label', 'k', ...ADA)
          : { id: (await NEW_ID[row.path]?.(there)) ?? '' }
        const words = wordsOf(example.replace(/[\da-f]{8}-[\da-f-]{27}/, id).replace('blocked-hosts.txt', hostsFile()))
        const asJson = words.includes('--json') ? words : [...words, '--json']
        if (supportsDryRun(row)) {
          const before = await databaseText(there.databaseUrl)
          const tried = await run(...asJson, '--dry-run')
          expect({ example, ...tried }).toMatchObject({
            code: 0,
            stderr: expect.stringContaining('nothing has been changed'),
          })
          expect(JSON.parse(tried.stdout)).toMatchObject({ dryRun: true })
          expect(await databaseText(there.databaseUrl), example).toEqual(before)
        }
        const last = row.effect === 'reads' ? undefined : Number((await auditEntries(there)).at(-1)?.no ?? 0)
        const { code, stdout, stderr } = await run(...asJson)
        expect({ example, code, stderr: stderr.replace(/^\{"note":.*\n/gm, '') }).toEqual({
          example,
          code: 0,
          stderr: '',
        })
        expect(() => JSON.parse(stdout), example).not.toThrow()
        if (last === undefined) continue
        const added = (await auditEntries(there)).filter(({ no }) => Number(no) > last)
        const expected = WITHOUT_ENTRY.has(row.path) ? [] : [{ surface: 'CLI', actor: 'cli' }]
        expect({ example, added }).toMatchObject({ example, added: expected })
        // The ids of a record and its account are no values of it.
        const { target_id: _, owner: __, ...entry } = added[0] ?? {}
        const values = valuesIn(words.slice(row.path.split(' ').length))
        expect(
          values.filter((value) => JSON.stringify(entry).includes(value)),
          example,
        ).toEqual([])
      }
    }
    await there.dns.close()
  },
)

describe('the table of commands', () => {
  it.each(ROWS.map((row) => [row.path, row] as const))(
    '%s has a summary, examples and described options',
    (path, row) => {
      expect(row.summary).toMatch(/^[A-Z].*[^.]$/)
      expect(row.examples.length).toBeGreaterThan(0)
      for (const example of row.examples) expect(example).toMatch(new RegExp(`^${path}\\b`))
      for (const parameter of row.parameters) expect(parameter.description, nameOf(parameter)).toMatch(/\w{2}/)
      if (path.includes(' ')) expect(Object.keys(GROUPS)).toContain(path.split(' ')[0])
    },
  )

  it('no two commands have the same words', () => {
    expect(new Set(ROWS.map(({ path }) => path)).size).toBe(ROWS.length)
  })
})
