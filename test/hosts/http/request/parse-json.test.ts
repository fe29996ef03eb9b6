import { fc, it as property } from '@fast-check/vitest'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../../../hosts/http/request/parse-json.ts'

/** Long enough to be looked at before it is parsed. */
const long = (json: string) => `${' '.repeat(10_000)}${json}`

describe('JSON of callers', () => {
  property.prop([fc.jsonValue({ maxDepth: 6 })])('is read as it is, however long', (value) => {
    const json = JSON.stringify(value)
    expect(parseJson(json)).toEqual(JSON.parse(json))
    expect(parseJson(long(json))).toEqual(JSON.parse(json))
  })

  property.prop([fc.string({ unit: 'binary' })])('any JSON text is read or refused', (text) => {
    const outcome = (parse: () => unknown) => {
      try {
        return JSON.stringify(parse())
      } catch (error) {
        return (error as Error).name
      }
    }
    expect(outcome(() => parseJson(long(text)))).toBe(outcome(() => JSON.parse(long(text))))
  })

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ])('JSON may nest at most a hundred levels: %s', (open, close) => {
    const levels = 100 / (open.startsWith('[{') ? 2 : 1)
    const nested = (times: number) => long(`${open.repeat(times)}1${close.repeat(times)}`)
    expect(parseJson(nested(levels))).toEqual(JSON.parse(nested(levels)))
    expect(() => parseJson(nested(levels + 1))).toThrow(SyntaxError)
  })

  it('an object of JSON may have at most a thousand members, and lists any number', () => {
    const object = (members: number) =>
      long(
        `[[${'1,'.repeat(5000)}1],{${Array.from({ length: members }, (_, index) => `"${index}":[1,{"a":1,"b":2}]`)}}]`,
      )
    expect(parseJson(object(1000))).toEqual(JSON.parse(object(1000)))
    expect(() => parseJson(object(1001))).toThrow('more than 1000 members')
  })

  it('JSON may have any number of brackets in strings or in sequence', () => {
    const many = long(JSON.stringify(['['.repeat(500), '\\"{'.repeat(500), Array.from({ length: 500 }, () => [])]))
    expect(parseJson(many)).toEqual(JSON.parse(many))
  })
})
