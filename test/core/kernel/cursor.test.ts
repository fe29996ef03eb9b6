import { fc, test } from '@fast-check/vitest'
import { cursorInput, type Position, pageOf } from '@shortlink/core/host'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const input = z.object(cursorInput({ limit: 50, max: 100 }))
const places = fc.uniqueArray(
  fc.record({ createdAt: fc.integer({ min: 0, max: 5 }), id: fc.stringMatching(/^[\w-]{1,8}$/) }),
  { selector: (place) => place.id, maxLength: 40 },
)

function readAll(all: readonly Position[], limit: number): Position[] {
  const read: Position[] = []
  let cursor: string | null | undefined
  do {
    const page = pageOf(all, input.parse({ limit, cursor }))
    read.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return read
}

describe('cursors', () => {
  test.prop([places, fc.integer({ min: 1, max: 9 })])(
    'return each record of a list once, newest first',
    (all, limit) => {
      const read = readAll(all, limit)
      expect(new Set(read)).toEqual(new Set(all))
      expect(read).toHaveLength(all.length)
      expect(read.map((place) => place.createdAt)).toEqual(
        read.map((place) => place.createdAt).toSorted((a, b) => b - a),
      )
    },
  )

  it('remain valid when the record they point at is deleted', () => {
    const all = [3, 2, 1].map((createdAt) => ({ createdAt, id: `a${createdAt}` }))
    const { nextCursor } = pageOf(all, input.parse({ limit: 2 }))
    const left = all.filter((place) => place.id !== 'a2')
    expect(pageOf(left, input.parse({ cursor: nextCursor })).items).toEqual([{ createdAt: 1, id: 'a1' }])
  })

  test.prop([fc.string()])('are refused when malformed, and the error names the field', (cursor) => {
    const { error } = input.safeParse({ cursor })
    expect(error?.issues[0]?.message).toBe('cursor must be nextCursor of the previous page; omit it to start over')
  })

  it.each([0, 101, 1.5, '7'])('need a limit from 1 to 100, which is not clamped: %j', (limit) => {
    expect(input.safeParse({ limit }).error?.issues[0]?.path).toEqual(['limit'])
  })
})
