import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../../support/server.ts'
import { keepingOpen } from '../in-process.ts'
import { operator } from '../shortlink.ts'
import { fixture } from './importing.ts'

const ADA = ['--user', 'ada@example.com']

describe('shortlink link import', () => {
  it('a dry run and the import itself report what is refused and lost, and no closed link of Kutt redirects', async () => {
    const { run, folder, environment } = await operator('sqlite', keepingOpen())
    const errors = ['--errors', join(folder, 'errors.csv')]
    const dry = await run('link', 'import', fixture('kutt.json'), '--from', 'kutt', ...ADA, ...errors)
    expect(dry).toEqual({
      code: 65,
      stderr: '',
      stdout: `7 rows: 5 can be imported (1 as disabled, 1 as not enabled), 0 already exist, 2 invalid
Refused because a field would be lost; --accept-loss <field> imports the links without it:
  2  domain
Refused domains, which the account has not verified; --domain <domain>=<hostname> maps one:
  1  s.other.example
  1  go.example.org
1 link to import as not enabled, because passwords are not imported; set a password, then enable the link. --accept-loss password imports such links as active.
The errors of invalid rows are in ${folder}/errors.csv
Dry run: nothing was imported. Run again with --apply to import.
`,
    })
    const applied = await run(
      'link',
      'import',
      fixture('kutt.json'),
      '--from',
      'kutt',
      ...ADA,
      ...errors,
      '--apply',
      '--json',
    )
    expect(JSON.parse(applied.stdout)).toMatchObject({
      applied: true,
      created: 5,
      disabled: 1,
      closed: 1,
      refused: { domain: 2 },
      errorFile: `${folder}/errors.csv`,
    })
    const server = await startTestServer({ settings: environment })
    const status = async (slug: string) => (await fetch(`${server.url}/${slug}`, { redirect: 'manual' })).status
    const answers = await Promise.all(['open', 'banned', 'locked', 'past', 'future', 'there'].map(status))
    await server.close('the test is over')
    expect(answers).toEqual([302, 410, 404, 410, 302, 404])
  })

  it('links are counted beside rows where a row has several', async () => {
    const { run, folder } = await operator('sqlite', keepingOpen())
    const file = join(folder, 'bitly.json')
    const link = { id: 'bit.ly/a', long_url: 'https://example.com/', custom_bitlinks: ['bit.ly/b', 'go.example.org/c'] }
    writeFileSync(file, JSON.stringify({ links: [link] }))
    const { stdout } = await run('link', 'import', file, '--from', 'bitly', '--domain', 'bit.ly=', ...ADA)
    expect(stdout).toMatch(/^1 row with 3 links: 2 can be imported, 0 already exist, 1 invalid\n/)
  })

  it('the errors of an import replace those of an earlier one, and no other file', async () => {
    const { run, folder } = await operator('sqlite', keepingOpen())
    const [links, errors] = [join(folder, 'links.csv'), join(folder, 'errors.csv')]
    writeFileSync(links, 'slug,target\nbad slug!,https://example.com/\n')
    const failed = await run('link', 'import', links, ...ADA, '--errors', links)
    expect(failed).toEqual({
      code: 1,
      stdout: '',
      stderr: `shortlink: --errors: ${links} already exists and is not an error file of an import\n`,
    })
    for (const _ of ['first', 'second'])
      expect(await run('link', 'import', links, ...ADA, '--errors', errors)).toMatchObject({ code: 65 })
    expect(readFileSync(errors, 'utf8').match(/bad slug!/g)).toHaveLength(1)
  })

  it('nothing is imported when the errors of bad rows cannot be written', async () => {
    const { run, folder } = await operator('sqlite', keepingOpen())
    const [links, errors] = [join(folder, 'links.csv'), join(folder, 'nowhere', 'errors.csv')]
    writeFileSync(links, 'slug,target\ngood,https://example.com/\nbad slug!,https://example.com/\n')
    expect(await run('link', 'import', links, ...ADA, '--apply', '--errors', errors)).toEqual({
      code: 1,
      stdout: '',
      stderr: `shortlink: ${errors} cannot be written (ENOENT); --errors names another file for bad rows\n`,
    })
    expect(JSON.parse((await run('link', 'list', ...ADA, '--json')).stdout).items).toEqual([])
    writeFileSync(links, 'slug,target\ngood,https://example.com/\n')
    expect(await run('link', 'import', links, ...ADA, '--apply')).toMatchObject({ code: 0 })
    expect(existsSync(`${links}.errors.csv`)).toBe(false)
  })

  it('a closed link that is there already and open is named in the report', async () => {
    const { run, folder } = await operator('sqlite', keepingOpen())
    const [links, errors] = [join(folder, 'links.csv'), join(folder, 'links.csv.errors.csv')]
    writeFileSync(links, 'slug,target\na,https://example.com/\n')
    await run('link', 'import', links, ...ADA, '--apply')
    writeFileSync(links, 'slug,target,disabled\na,https://example.com/,true\n')
    expect(await run('link', 'import', links, ...ADA)).toEqual({
      code: 65,
      stderr: '',
      stdout: `1 row: 0 can be imported, 0 already exist, 1 invalid
Existing active links that are expired or limited in the file; "shortlink link disable <slug>" disables one:
  1  disabled
The errors of invalid rows are in ${errors}
`,
    })
    expect(readFileSync(errors, 'utf8')).toContain(
      'it already exists as an active link, but is expired or limited in the file (disabled)',
    )
  })

  it('what is no file is refused in one line, and a file without rows is not to be applied', async () => {
    const { run, folder } = await operator('sqlite', keepingOpen())
    const errorOf = async (file: string) => (await run('link', 'import', file, ...ADA)).stderr
    expect(await errorOf(folder)).toBe(`shortlink: ${folder} is a folder; pass a file\n`)
    expect(await errorOf('-')).toBe('shortlink: standard input cannot be imported; save it to a file first\n')
    const empty = join(folder, 'empty.csv')
    expect(await errorOf(empty)).toBe(`shortlink: ${empty} cannot be read (ENOENT)\n`)
    writeFileSync(empty, 'slug,target\n')
    expect(await run('link', 'import', empty, ...ADA)).toMatchObject({
      code: 0,
      stdout: '0 rows: 0 can be imported, 0 already exist, 0 invalid\nThe file has no rows to import.\n',
    })
  })

  it('an unknown program or loss is refused with those that exist, and --help names the columns of each program', async () => {
    const { run } = await operator('sqlite', keepingOpen())
    const loss = await run('link', 'import', 'x.csv', ...ADA, '--accept-loss', 'passwords')
    expect(loss.code).toBe(64)
    expect(loss.stderr).toContain(
      'Allowed fields are password, expiry, start, visit-limit, archived, rules, domain and all.',
    )
    const program = await run('link', 'import', 'x.csv', ...ADA, '--from', 'tinyurl')
    expect(program.stderr).toContain(
      'Allowed choices are shortlink, yourls, kutt, shlink, bitly, dub, rebrandly, shortio, csv.',
    )
    const { stdout: help } = await run('link', 'import', '--help')
    for (const columns of [
      'keyword (or shorturl), url',
      'address, target',
      'shortCode (or shortUrl)',
      'long_url',
      'geo',
    ])
      expect(help).toContain(columns)
  })
})
