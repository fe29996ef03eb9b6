import { describe, expect, it } from 'vitest'
import { encodeJson } from '../../../hosts/kit/json-slices.ts'

const encoded = async (value: unknown, maxBytes = 2 ** 20, maxDepth?: number) => {
  const chunks = await encodeJson(value, maxBytes, maxDepth)
  return chunks && Buffer.concat(chunks).toString()
}

describe('JSON in slices', () => {
  it.each([
    ['values of every kind', { a: [1, null, true, 'text', [], {}], b: { c: [[]] } }],
    ['members that are undefined', { a: undefined, b: 1, c: undefined }],
    ['objects with their own JSON', { at: new Date(0), items: [new Date(1)] }],
    ['characters that JSON escapes', { 'a"b': '\u0000\n\\' }],
    ['a text longer than a slice', ['😀'.repeat(40_000)]],
    ['a surrogate pair at the end of a slice', [`${'x'.repeat(32 * 1024 - 1)}😀`]],
    ['an empty object', {}],
  ])('JSON in slices equals JSON.stringify for %s', async (_what, value) => {
    for (const maxDepth of [undefined, 0, 1])
      expect(await encoded(value, 2 ** 20, maxDepth)).toBe(JSON.stringify(value))
  })

  it('JSON in slices ends at the limit, which counts bytes', async () => {
    expect(await encoded('é', 4)).toBe('"é"')
    expect(await encoded('é', 3)).toBeUndefined()
    expect(
      await encoded(
        Array.from({ length: 100_000 }, () => 'text'),
        100_000,
      ),
    ).toBeUndefined()
  })

  it('JSON in slices of a long list comes in chunks', async () => {
    const chunks = await encodeJson(
      Array.from({ length: 50_000 }, (_, index) => index),
      2 ** 20,
    )
    expect(chunks?.length).toBeGreaterThan(5)
  })
})
