import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isReached, table } from './report.ts'
import { summaryOf } from './results.ts'

const page = readFileSync('docs/performance.md', 'utf8')

describe.each(['sqlite', 'postgres', 'soak'] as const)('the results of %s', (name) => {
  it('docs/performance.md shows their summary', () => {
    expect(page).toContain(`<!-- ${name}: measured -->\n${summaryOf(name)}\n<!-- ${name}: end -->`)
  })

  it('the summary names every missed target', () => {
    const results = readFileSync(`test/bench/results/${name}.md`, 'utf8')
    const missed = [...results.matchAll(/^\| (.*?)(?: \([\d.]+\))? \|.*\*\*not met\*\* \|$/gm)].map(([, what]) => what)
    const shown = summaryOf(name).split('\n')
    const isShown = (what: string | undefined) => shown.some((row) => row.includes(`: ${what} |`) && row.includes('**'))
    expect(missed.filter((what) => !isShown(what))).toEqual([])
  })
})

it('a part is written with the target and the result of each metric', () => {
  const figures = [
    { what: 'time', value: 12, unit: 'ms', atMost: 10 },
    { what: 'rate', value: 12_000, unit: '/s', atLeast: 10_000 },
    { what: 'memory', value: 3, unit: 'MiB' },
  ]
  expect(figures.map(isReached)).toEqual([false, true, true])
  expect(table({ title: 'Part', note: 'Note.', figures }).split('\n').slice(-4, -1)).toEqual([
    '| time | 12.0 ms | ≤ 10.0 ms | **not met** |',
    '| rate | 12,000 /s | ≥ 10,000 /s | met |',
    '| memory | 3.00 MiB | | |',
  ])
})
