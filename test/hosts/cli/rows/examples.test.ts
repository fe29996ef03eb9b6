import { describe, expect, it } from 'vitest'
import { GROUPS, ROWS } from '../../../../hosts/cli/rows/index.ts'
import { nameOf } from '../../../../hosts/cli/table/parameters.ts'
import { startDnsServer } from '../../../support/dns.ts'
import { testEnvironment } from '../../../support/server.ts'
import { runInProcess, wordsOf } from '../in-process.ts'
import type { Ended } from '../shortlink.ts'

const ADA = ['--user', 'ada@example.com']

/** An account, a link and a domain of hers, and how to run commands over them, with what they print as JSON. */
async function instance() {
  const dns = await startDnsServer()
  const environment = await testEnvironment('postgres', {
    BASE_URL: 'https://sho.rt',
    DNS_SERVERS: dns.address,
    // Examples take the same slug again under another account.
    SLUG_TOMBSTONE_DAYS: '0',
  })
  const run = (...args: string[]): Promise<Ended> => runInProcess(environment, args, 'a password hard to guess\n')
  const json = async (...args: string[]) => {
    const { stdout, stderr } = await run(...args, '--json')
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }
  return { dns, run, json }
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

/** A verified domain of Ada's with a link `spring` on it. */
async function withDomain({ dns, json, run }: Instance) {
  await run('domain', 'delete', 'go.example.com', ...ADA)
  const [record] = (await json('domain', 'add', 'go.example.com', ...ADA)).records
  dns.txt(record.name, record.value)
  await run('domain', 'verify', 'go.example.com', ...ADA)
  await run('link', 'create', 'https://example.com/', '--slug', 'spring', '--host', 'go.example.com', ...ADA)
}

// On Postgres, which opens faster; what commands do on either database is tested beside this.
it('every example in the help of a command works, and with --json prints JSON alone', async () => {
  const there = await instance()
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
      const { id } = row.path === 'key revoke' ? await json('key', 'create', '--label', 'k', ...ADA) : { id: '' }
      const words = wordsOf(example.replace(/[\da-f]{8}-[\da-f-]{27}/, id))
      const { code, stdout, stderr } = await run(...words, ...(words.includes('--json') ? [] : ['--json']))
      expect({ example, code, stderr: stderr.replace(/^\{"note":.*\n/gm, '') }).toEqual({
        example,
        code: 0,
        stderr: '',
      })
      expect(() => JSON.parse(stdout), example).not.toThrow()
    }
  }
  await there.dns.close()
})

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
