import { fc, test } from '@fast-check/vitest'
import { canonicalJson } from '@shortlink/core/adapter'
import { describe, expect, it } from 'vitest'

/** The same data with the members of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}

describe('canonical JSON', () => {
  test.prop([fc.jsonValue()])('is JSON of the same data', (value) => {
    expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
  })

  test.prop([fc.jsonValue()])('does not depend on the order of members', (value) => {
    expect(canonicalJson(reversed(value))).toBe(canonicalJson(value))
  })

  test.prop([fc.jsonValue(), fc.jsonValue()])('differs when the data does', (a, b) => {
    expect(canonicalJson(a) === canonicalJson(b)).toBe(
      JSON.stringify(reversed(sorted(a))) === JSON.stringify(reversed(sorted(b))),
    )
  })

  it('omits absent members, and only those', () => {
    expect(canonicalJson({ b: undefined, a: null, c: [undefined] })).toBe('{"a":null,"c":[null]}')
    expect(canonicalJson(undefined)).toBe('null')
  })
})

/** The same data with the members of every object in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, member]) => [name, sorted(member)]))
}
