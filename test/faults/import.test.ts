import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fc, test } from '@fast-check/vitest'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { parseCsv, toCsvLine } from '../../hosts/import/csv.ts'
import { runInProcess } from '../hosts/cli/in-process.ts'
import { operator, startShortlink } from '../hosts/cli/shortlink.ts'
import { scale } from '../support/scale.ts'
import { DATABASES } from '../support/server.ts'

const ADA = ['--user', 'ada@example.com']

const LINKS = [
  {
    slug: 'plain',
    target: 'https://example.com/',
    title: null,
    hostname: null,
    enableTracking: false,
    rules: [],
    hitCount: 0,
    createdAt: '2020-01-02T03:04:05.678Z',
    disabled: false,
  },
  {
    slug: 'Odd_one-2',
    target: 'https://example.com/?a=1,2&b="x"',
    title: 'Ünï, "quoted"\nand on two lines',
    hostname: null,
    enableTracking: true,
    rules: [
      { type: 'country', value: 'IT,DE', target: 'https://example.com/eu' },
      { type: 'query', value: 'a=1', target: 'https://example.com/a' },
    ],
    hitCount: 123_456,
    createdAt: '2019-12-31T23:59:59.999Z',
    disabled: true,
  },
]

const GIVEN = Object.keys(LINKS[0] ?? {})

/** Exported links without what the given ones leave out; test/hosts/cli/export-round-trip.test.ts compares the rest. */
const asGiven = (json: string) =>
  (JSON.parse(json) as Record<string, unknown>[]).map((link) =>
    Object.fromEntries(GIVEN.map((name) => [name, link[name]])),
  )

/** Writes a file for the operator; gives its path. */
function write(folder: string, name: string, content: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

describe.each(DATABASES)('links on %s', (database) => {
  it.each(['csv', 'json'])('links return unchanged from an export to %s', async (format) => {
    const { run, folder } = await operator(database, runInProcess)
    const imported = await run('link', 'import', write(folder, 'links.json', LINKS), ...ADA, '--apply', '--json')
    expect(JSON.parse(imported.stdout)).toEqual({
      applied: true,
      rows: 2,
      created: 2,
      present: 0,
      disabled: 1,
      closed: 0,
      bad: 0,
      skipped: 0,
      refused: {},
      domains: {},
      open: {},
      errors: {},
      lost: {},
      notes: [],
      errorFile: null,
    })
    const file = join(folder, `out.${format}`)
    const wrote = new RegExp(`^shortlink: wrote 2 links, \\d+ bytes, to ${file}\n$`)
    expect(await run('link', 'export', file, ...ADA)).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(wrote),
    })

    const other = await operator(database, runInProcess)
    await other.run('link', 'import', file, ...ADA, '--apply')
    const { stdout } = await other.run('link', 'export', '-', ...ADA, '--format', 'json')
    expect(asGiven(stdout)).toEqual(LINKS)
  })
})

/** Too many to compare one by one by hand. */
const MANY = scale(100_000)

const aLinkOfMany = (n: number) => ({
  slug: `many-${n}`,
  target: `https://example.com/${n}?a=1,2&b="${n}"`,
  title: n % 3 === 0 ? null : `Ünï, "${n}"`,
  hostname: null,
  enableTracking: n % 5 > 0,
  rules:
    n % 2 === 0
      ? []
      : [
          { type: 'country', value: 'IT,DE', target: `https://example.com/eu/${n}` },
          { type: 'percent', value: '50', target: 'https://example.com/half' },
        ],
  hitCount: (n * 7919) % 1_000_003,
  createdAt: new Date(1_600_000_000_000 + n * 1000).toISOString(),
  disabled: false,
})

describe('100,000 links', () => {
  it('100,000 links go from SQLite to Postgres complete, over an import that was killed', async () => {
    const links = Array.from({ length: MANY }, (_, n) => aLinkOfMany(n))
    const [sqlite, postgres] = [await operator('sqlite'), await operator('postgres')]
    const json = write(sqlite.folder, 'links.json', links)

    const cutOff = await killImport(sqlite, json)
    const resumed = await sqlite.run('link', 'import', json, ...ADA, '--apply', '--json')
    const { created, present, bad } = JSON.parse(resumed.stdout)
    expect({ code: resumed.code, all: created + present, bad }).toEqual({ code: 0, all: MANY, bad: 0 })
    expect(present).toBeGreaterThanOrEqual(cutOff)

    const csv = join(sqlite.folder, 'links.csv')
    await sqlite.run('link', 'export', csv, ...ADA)
    const moved = await postgres.run('link', 'import', csv, ...ADA, '--apply', '--json')
    expect(JSON.parse(moved.stdout)).toMatchObject({ created: MANY, present: 0, bad: 0 })
    const { stdout } = await postgres.run('link', 'export', '-', ...ADA, '--format', 'json')
    // Newest first.
    expect(asGiven(stdout)).toEqual(links.reverse())
  })
})

/** Kills an import when part of it is done; gives how many links were there by then. */
async function killImport({ environment, folder }: Awaited<ReturnType<typeof operator>>, file: string) {
  const db = new Database(join(folder, 'shortlink.db'), { readonly: true })
  const links = db.prepare('select count(*) from links').pluck()
  const { child, ended } = startShortlink(environment, ['link', 'import', file, ...ADA, '--apply'])
  // Without a pause, since a kill that comes late proves nothing.
  while ((links.get() as number) === 0) {
    expect(child.exitCode).toBeNull()
    await setImmediate()
  }
  child.kill('SIGKILL')
  await ended
  const there = links.get() as number
  db.close()
  expect(there).toBeLessThan(MANY)
  return there
}

describe('shortlink link import', () => {
  it('link import writes nothing in a dry run, and skips existing links when run again', async () => {
    const { run, folder } = await operator('sqlite', runInProcess)
    const [first, ...rest] = LINKS
    await run('link', 'import', write(folder, 'first.json', [first]), ...ADA, '--apply')
    const file = write(folder, 'links.json', LINKS)
    const counts = async (...options: string[]) =>
      JSON.parse((await run('link', 'import', file, ...ADA, '--json', ...options)).stdout)
    expect(await counts()).toMatchObject({ applied: false, created: rest.length, present: 1 })
    expect(await counts()).toMatchObject({ applied: false, created: rest.length, present: 1 })
    expect(await counts('--apply')).toMatchObject({ applied: true, created: rest.length, present: 1 })
    expect(await counts('--apply')).toMatchObject({ applied: true, created: 0, present: 2 })
  })

  it('link import writes the errors of bad rows to a file and imports the others', async () => {
    const { run, folder } = await operator('sqlite', runInProcess)
    const csv = [
      'slug,target,hostname,rules,hitCount',
      'good,https://example.com/,,,7',
      'no target,ftp://example.com/,,,',
      'good,https://example.com/other,,,',
      'graphql,https://example.com/,,,',
      'theirs,https://example.com/,go.example.com,,',
      'ruled,https://example.com/,,{,',
      'few,https://example.com/,,,many',
      ',https://example.com/,,,',
    ].join('\n')
    const file = write(folder, 'links.csv', csv)
    const done = await run('link', 'import', file, ...ADA, '--apply')
    expect(done).toMatchObject({ code: 65, stderr: '' })
    expect(done.stdout).toContain('8 rows: 1 imported, 0 already exist, 7 invalid\n')
    const [header, ...rows] = parseCsv(readFileSync(`${file}.errors.csv`, 'utf8'))
    expect(header).toEqual(['row', 'slug', 'target', 'error'])
    expect(rows.map(([row, , , error]) => [row, error])).toEqual([
      ['2', expect.stringContaining('target')],
      ['3', 'The file has this slug twice: row 1 has it for another target'],
      ['4', 'Slug is reserved'],
      ['5', expect.stringMatching(/^go.example.com is not a verified domain of the account/)],
      ['6', expect.stringContaining('rules')],
      ['7', expect.stringContaining('hitCount')],
      ['8', expect.stringContaining('slug')],
    ])
    writeFileSync(file, csv.split('\n').slice(0, 2).join('\n'))
    expect(await run('link', 'import', file, ...ADA)).toMatchObject({ code: 0 })
    expect(existsSync(`${file}.errors.csv`)).toBe(false)
  })

  it('link import refuses a file that is not a list of links', async () => {
    const { run, folder } = await operator('sqlite', runInProcess)
    for (const content of ['just a line', '{"links": 3}', '{', 'slug,target\n"open']) {
      const failed = await run('link', 'import', write(folder, 'bad', content), ...ADA)
      expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^shortlink: .+\n$/) })
    }
    expect(await run('link', 'import', join(folder, 'missing'), ...ADA)).toMatchObject({ code: 1 })
  })
})

describe('CSV', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', '\r', ' ', '\t') })

  test.prop([fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 })])(
    'parsed CSV equals the written cells',
    (rows) => {
      expect(parseCsv(rows.map(toCsvLine).join(''))).toEqual(rows)
    },
  )

  it('CSV may have a byte order mark, either line ending, and none at the end', () => {
    expect(parseCsv('\uFEFFa,b\n1,\r\n\r\n"2",3')).toEqual([
      ['a', 'b'],
      ['1', ''],
      ['2', '3'],
    ])
  })
})
