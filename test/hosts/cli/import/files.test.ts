import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { csvRows } from '../../../../hosts/import/read/csv-rows.ts'
import { inPieces } from '../../../../hosts/import/read/pieces.ts'
import { sqlRows } from '../../../../hosts/import/read/sql-rows.ts'
import { fixture, importing, written } from './importing.ts'

describe('files that cannot be read', () => {
  it.each([
    ['shortlink', '', /is empty$/],
    [
      'shortlink',
      'just a line',
      /has no slugs .* expected slug, found just a line; --from csv --columns names them, see "link import --help"$/,
    ],
    ['shortlink', 'slug,target\n"open', /: row 1 has an unclosed quote$/],
    [
      'shortlink',
      `slug,target\na,https://example.com/\nb,"${'x'.repeat(1024 * 1024)}"`,
      /: row 2 has more than 1 MiB; look for an unclosed quote$/,
    ],
    ['yourls', `${'{"links":'.repeat(50_000)}{}${'}'.repeat(50_000)}`, /: the values are nested too deeply$/],
    ['shortlink', '{"links": 3}', /links: The JSON contains no list of links: \{"links":3\}$/],
    [
      'kutt',
      '{"data":[]}\n\n{"error":"Too many requests."}\n',
      /, line 3: The JSON contains no list of links: \{"error":"Too many requests\."\}$/,
    ],
    ['kutt', '{"data":[]}\nToo many requests.', /, line 2 is not valid JSON: /],
    ['shortlink', '[{', /is not valid JSON: /],
    ['shortlink', '<!doctype html><p>Log in', /is HTML or XML, expected CSV, JSON or SQL$/],
    ['shortlink', gzipSync('slug,target'), /is compressed by gzip, expected CSV, JSON or SQL as text; unpack it/],
    ['shortlink', Buffer.from('\uFEFFslug,target', 'utf16le'), /is UTF-16 text, .* save it as UTF-8$/],
    ['shortlink', Buffer.from('slug,target\ncaf\xe9,x', 'latin1'), /is not UTF-8 text; save it as UTF-8$/],
    ['kutt', '-- MySQL dump\nSET NAMES utf8;', /is an SQL dump, which --from kutt does not read/],
    ['yourls', "INSERT INTO `yourls_url` VALUES ('a','https://ex", /The dump ends inside a row$/],
    ['bitly', 'address,target\na,https://example.com/', /found address, target; it looks like a file for --from kutt$/],
    ['shortlink', '[{"shortCode":"a","longUrl":"b"}]', /it looks like a file for --from shlink$/],
  ])('a file for %s is refused in one line that names what was found: %j', async (from, content, message) => {
    const failure = await importing(written(content), from).catch((error: Error) => error.message)
    expect(failure).toMatch(message)
    expect(failure).not.toContain('\n')
  })

  it('a missing file is named', async () => {
    await expect(importing('/missing/links.csv', 'shortlink')).rejects.toThrow(
      '/missing/links.csv cannot be read (ENOENT)',
    )
  })
})

describe('rows with more cells than columns', () => {
  it.each([
    ['shortlink', 'slug,target,title\na,https://example.com/?ids=1,2,3\nb,https://example.com/,B,,\n', 4, 3],
    [
      'yourls',
      'b,https://example.com/,B,2020-01-01 00:00:00,::1,0\na,https://example.com/?ids=1,2,A,2020-01-01 00:00:00,::1,0\n',
      7,
      6,
    ],
  ])('a row of %s with more cells than columns is refused unless they are empty', async (from, csv, cells, columns) => {
    const { links, bad, report } = await importing(written(csv), from)
    expect(links).toMatchObject([{ slug: 'b', title: 'B' }])
    const error = `the row has ${cells} cells for ${columns} columns; quote cells with a delimiter`
    expect(bad).toMatchObject([{ slug: 'a', error }])
    expect(report.errors).toEqual({ [error]: 1 })
  })
})

describe('files without a link to import', () => {
  it.each(['slug,target\n', '[]'])('a file without rows is reported as such: %j', async (content) => {
    const { report } = await importing(written(content), 'shortlink')
    expect(report.notes).toEqual(['The file has no rows to import.'])
  })

  it('a --domain that names no domain of the links names those that there are', async () => {
    const answer = { links: { link_1: { shorturl: 'https://sho.rt/a', url: 'https://example.com/' } } }
    const { report } = await importing(written(JSON.stringify(answer)), 'yourls', { domain: ['sho.rt'] })
    expect(report.notes).toEqual([
      'No link has a domain named with --domain; the file has default: try --domain default',
    ])
  })
})

/** The text in pieces of the lengths. */
async function* cut(text: string, lengths: readonly number[]) {
  for (let at = 0, index = 0; at < text.length; index++) {
    const length = lengths[index % lengths.length] as number
    yield text.slice(at, at + length)
    at += length
  }
}

const all = async <T>(rows: AsyncIterable<T>): Promise<T[]> => {
  const read: T[] = []
  for await (const row of rows) read.push(row)
  return read
}

const YOURLS = {
  needs: ['keyword', 'url'],
  positional: ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks'],
  isGuarded: false,
  isFirstLine: () => false,
  onColumns: () => {},
}
const lengths = fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 })

/** How many characters are held, over all times that a reader looks at them, while it reads one row of this number of pieces of 64 KiB. */
async function charactersRead(pieces: number, start: string) {
  const length = 64 * 1024
  async function* text() {
    yield start
    for (let piece = 0; piece < pieces; piece++) yield 'x'.repeat(length)
    yield '"\nb,c\n'
  }
  const held = inPieces(text())
  let characters = 0
  const counting = {
    ...held,
    get text() {
      characters += held.text.length
      return held.text
    },
    get isLast() {
      return held.isLast
    },
  }
  await all(csvRows(counting, YOURLS))
  return characters
}

describe('text that comes in pieces', () => {
  it.each(['slug,target\n"', '"slug'])(
    'a row that begins with %j and goes over twice the pieces takes twice the work',
    async (start) => {
      const [once, twice] = [await charactersRead(6, start), await charactersRead(12, start)]
      expect(twice / once).toBeLessThan(2.7)
    },
  )

  test.prop([lengths, fc.constantFrom('yourls-mysqldump.sql', 'yourls-mariadb-dump.sql', 'yourls-phpmyadmin.sql')])(
    'the rows of a dump are the same wherever its text is cut',
    async (lengths, name) => {
      const text = readFileSync(fixture(name), 'utf8')
      const rows = await all(sqlRows(inPieces(cut(text, lengths)), YOURLS))
      expect(rows).toEqual(await all(sqlRows(inPieces(cut(text, [text.length])), YOURLS)))
      expect(rows.map(({ keyword }) => keyword)).toEqual(['ozh', 'blog', 'v1.10', 'café', 'files'])
    },
  )

  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ';', ',', '\n', '\r', ' ') })

  test.prop([lengths, fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 4 }), fc.constantFrom(',', ';', '\t')])(
    'the rows of CSV are the same wherever its text is cut',
    async (lengths, cells, delimiter) => {
      const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`
      const lines = cells.map((values) => values.map(quoted).join(delimiter))
      const text = [`slug${delimiter}target`, ...lines].join('\r\n')
      const rows = await all(csvRows(inPieces(cut(text, lengths)), YOURLS))
      const filled = cells.filter((values) => values.some((value) => value.trim() !== ''))
      expect(rows).toEqual(filled.map(([slug, target]) => ({ slug, target })))
    },
  )
})
