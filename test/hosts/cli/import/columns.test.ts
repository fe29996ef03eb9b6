import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { placeFinder } from '../../../../hosts/import/places.ts'
import { planRow } from '../../../../hosts/import/plan-row.ts'
import { PROGRAMS } from '../../../../hosts/import/programs/index.ts'
import { recognise } from '../../../../hosts/import/read/recognise.ts'
import type { Row } from '../../../../hosts/import/row.ts'
import { importing, written } from './importing.ts'

const TARGET = 'https://example.com/'
/** Each pair of columns with which a program's file has slugs and targets. */
const PAIRS = PROGRAMS.flatMap(({ name, needs }) =>
  needs.slug.flatMap((slug) => needs.target.map((target) => [name, slug, target] as const)),
)
/** An address where the column has addresses. */
const slugIn = (column: string) => (/ur[il]$|link$|^id$/i.test(column) ? 'https://sho.rt/abc' : 'abc')

describe('a file that has the needed columns alone', () => {
  it.each(PAIRS)('of %s gives a link from %s and %s, as CSV and as JSON', async (from, slug, target) => {
    const csv = `${slug},${target}\n${slugIn(slug)},${TARGET}\n`
    const json = JSON.stringify([{ [slug]: slugIn(slug), [target]: TARGET }])
    for (const content of [csv, json]) {
      const { report, links } = await importing(written(content), from)
      expect(links).toMatchObject([{ slug: 'abc', hostname: '', target: TARGET }])
      expect(report).toMatchObject({ rows: 1, created: 1, bad: 0, lost: {} })
    }
  })
})

describe('rows with values of unexpected kinds', () => {
  const place = placeFinder({ mapped: new Map(), ownHosts: new Set(['sho.rt']), verified: new Set() })

  test.prop([fc.constantFrom(...PROGRAMS), fc.infiniteStream(fc.jsonValue())])(
    'a row is decided on with values of any kind',
    (program, values) => {
      const row = Object.fromEntries(Object.keys(program.fates).map((name) => [name, values.next().value])) as Row
      for (const planned of planRow(row, { program, place, accepted: new Set() }))
        expect(['link', 'refused']).toContain(planned.kind)
    },
  )
})

it.each(PROGRAMS)('a row of $name whose values are objects without text is decided on', (program) => {
  const place = placeFinder({ mapped: new Map(), ownHosts: new Set(['sho.rt']), verified: new Set() })
  const row = Object.fromEntries(Object.keys(program.fates).map((name) => [name, { toString: 1 }])) as Row
  for (const planned of planRow(row, { program, place, accepted: new Set() }))
    expect(['link', 'refused']).toContain(planned.kind)
})

describe('the delimiter of a file', () => {
  const bare = (target: string, title: string, quote = '') =>
    ['ozh', target, title, '2021-03-04 05:06:07', '192.0.2.1', '42'].map((cell) => `${quote}${cell}${quote}`).join(';')

  it.each([
    ['in the target', bare('https://example.com/?ids=1,2,3,4,5,6,7', 'Numbers')],
    ['in the title', bare(TARGET, 'one, two, three, four, five, six, seven')],
    ['within quotes', bare('https://example.com/?ids=1,2,3,4', 'a, b, c, d, e, f', '"')],
  ])('is the semicolon in a file without a header that has commas %s', async (_, line) => {
    const { links, report } = await importing(written(`${line}\n${line.replace('ozh', 'two')}\n`), 'yourls')
    expect(links.map(({ slug, hitCount }) => [slug, hitCount]).sort()).toEqual([
      ['ozh', 42],
      ['two', 42],
    ])
    expect(report).toMatchObject({ rows: 2, created: 2 })
    const text = [line].values()
    expect(
      (
        await recognise(
          'links',
          (async function* () {
            yield* text
          })(),
        )
      )?.name,
    ).toBe('yourls')
  })

  it('is the one under which the header has the needed columns, though another splits it into more', async () => {
    const csv = `"slug";"target";"notes, plans, ideas and more"\n"abc";"${TARGET}";"x"\n`
    const { links, report } = await importing(written(csv), 'shortlink')
    expect(links).toMatchObject([{ slug: 'abc', target: TARGET }])
    expect(report.lost).toEqual({ 'notes, plans, ideas and more': 1 })
  })

  it('may be followed by a quote that ends nowhere when another one separates the cells', async () => {
    const { links } = await importing(written(`slug,target,title\nabc,${TARGET},say ;"hi\n`), 'shortlink')
    expect(links).toMatchObject([{ slug: 'abc', title: 'say ;"hi' }])
    const line = `abc,${TARGET},say ;"hi,2021-03-04 05:06:07,192.0.2.1,42`
    expect((await importing(written(line), 'yourls')).links).toMatchObject([{ slug: 'abc', title: 'say ;"hi' }])
  })
})

describe('rows of empty cells', () => {
  it.each([
    ['shortlink', 'slug,target,title', ','],
    ['shortlink', 'slug;target;title', ';'],
    ['yourls', 'keyword\turl\ttitle', '\t'],
  ])('are no rows of a file of %s, wherever they stand: %j', async (from, header, mark) => {
    const empty = [mark.repeat(2), ` ${mark} ${mark} `, `${mark}""${mark}`, mark.repeat(5)]
    const links = ['a', 'b'].map((slug) => [slug, TARGET, ''].join(mark))
    const lines = [empty[0], header, ...empty, links[0], ...empty, '', links[1], ...empty]
    const { links: imported, report, bad } = await importing(written(lines.join('\r\n')), from)
    expect(imported.map(({ slug }) => slug).sort()).toEqual(['a', 'b'])
    expect([report.rows, bad]).toEqual([2, []])
  })
})
