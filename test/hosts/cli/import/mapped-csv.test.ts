import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keepingOpen } from '../in-process.ts'
import { operator } from '../shortlink.ts'

const ADA = ['--user', 'ada@example.com']

/** Imports CSV with the columns, and returns what the command says and the links that came. */
async function imported(csv: string, ...args: string[]) {
  const { run, folder } = await operator('sqlite', keepingOpen())
  const file = join(folder, 'links.csv')
  writeFileSync(file, csv)
  const done = await run('link', 'import', file, '--from', 'csv', ...args, ...ADA, '--apply')
  const { items } = JSON.parse((await run('link', 'list', ...ADA, '--json')).stdout)
  return { ...done, file, items }
}

describe('CSV whose columns are named', () => {
  it('gives slugs and domains by whole short URLs, fields by named columns, and others by the names of an export', async () => {
    const csv =
      'Short URL;Original URL;Name, of the link;tags;Folder\nhttps://tinyurl.com/abc;https://example.com/;Ada;a,b;x\ntinyurl.com/def/;https://example.com/2;;;\nghi;https://example.com/3;;;\n'
    const columns = ['--columns', 'slug=Short URL,target=original url, title=Name, of the link']
    const { stdout, code, items } = await imported(csv, ...columns, '--domain', 'tinyurl.com=')
    expect(items.sort((a: { slug: string }, b: { slug: string }) => (a.slug < b.slug ? -1 : 1))).toMatchObject([
      { slug: 'abc', target: 'https://example.com/', title: 'Ada', tags: ['a', 'b'] },
      { slug: 'def', target: 'https://example.com/2' },
      { slug: 'ghi', target: 'https://example.com/3' },
    ])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^3 rows: 3 imported, .*\nFields not imported:\n {2}1 {2}Folder\n/)
  })

  it('refuses a link of another domain, and one that a column that is not named may close', async () => {
    const csv = 'Link,To,Expires\ntinyurl.com/abc,https://example.com/,\ndef,https://example.com/,2030-01-01\n'
    const { stdout, code, items } = await imported(csv, '--columns', 'slug=Link', '--columns', 'target=To')
    expect([code, items]).toEqual([65, []])
    expect(stdout).toContain('\n  1  domain\n')
    expect(stdout).toContain('\n  1  expiry\n')
    const named = await imported(csv, '--columns', 'slug=Link,target=To,expiresAt=Expires', '--domain', 'tinyurl.com=')
    expect([named.code, named.items]).toMatchObject([0, [{}, {}]])
  })

  it.each([
    [
      ['--columns', 'slug=Code'],
      /links.csv has no slugs where --from csv looks for them: expected Code, found a, target/,
    ],
    [['--columns', 'slug=a,title=Titel'], /links.csv has no column Titel; found a, target\n/],
    [[], /--from csv requires --columns slug=<column>,target=<column>\n/],
    [['--columns', 'slug=a', '--from', 'bitly'], /--columns requires --from csv; other sources have fixed columns\n/],
    [['--columns', 'code=a'], /Write <field>=<column>\. Fields are slug, target, title, .*password\.\n/],
    [['--columns', 'slug='], /Write <field>=<column>\./],
    [['--columns', 'slug=a', '--columns', 'slug=b'], /slug has two columns\.\n/],
  ])('is refused where its columns do not fit: %j', async (args, message) => {
    const { code, stderr, items } = await imported('a,target\nabc,https://example.com/\n', ...args)
    expect(stderr).toMatch(message)
    expect([code === 0, items]).toEqual([false, []])
  })
})
