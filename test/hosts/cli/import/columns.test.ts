import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { placeFinder } from '../../../../hosts/import/places.ts'
import { planRow } from '../../../../hosts/import/plan-row.ts'
import { PROGRAMS } from '../../../../hosts/import/programs/index.ts'
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
    'a row is decided on whatever its values are',
    (program, values) => {
      const row = Object.fromEntries(Object.keys(program.fates).map((name) => [name, values.next().value])) as Row
      for (const planned of planRow(row, { program, place, accepted: new Set() }))
        expect(['link', 'refused']).toContain(planned.kind)
    },
  )
})
