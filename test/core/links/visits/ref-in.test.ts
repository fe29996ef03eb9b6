import { fc, test } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { refIn } from '../../../../core/links/visits/ref-in.ts'

describe('the reference of a query', () => {
  it.each([
    ['ref=letter', 'letter'],
    ['a=1&ref=e+mail%20two&ref=other', 'e mail two'],
    ['ref=%20%20card%20', 'card'],
    [`ref=${'x'.repeat(5000)}`, 'x'.repeat(200)],
    ['ref=a%00b', 'a\ufffdb'],
    ['ref=%zz', '%zz'],
  ])('%s is %s', (query, ref) => {
    expect(refIn(query, 'ref')).toBe(ref)
  })

  it.each(['', 'a=1', 'ref', 'ref=', 'ref=+', 'reference=a', 'myref=a', 'REF=a', 'a=ref=b'])(
    'is none in %j',
    (query) => {
      expect(refIn(query, 'ref')).toBeNull()
    },
  )

  it('has another name where the operator chose one, and none where it is turned off', () => {
    expect(refIn('ref=a&via=b', 'via')).toBe('b')
    expect(refIn('ref=a&=b', '')).toBeNull()
  })

  test.prop([fc.string()])('is any value that is encoded in the address', (value) => {
    const kept = value.trim().slice(0, 200).toWellFormed().replaceAll('\0', '\ufffd')
    expect(refIn(`ref=${encodeURIComponent(value.toWellFormed())}`, 'ref')).toBe(kept || null)
  })
})
