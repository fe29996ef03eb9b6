import { isAmbiguousPath } from '@shortlink/core/host'
import fc from 'fast-check'
import type { Operation } from '../../hosts/rest/openapi/document.ts'
import type { Parameter } from '../../hosts/rest/openapi/parameters.ts'
import type { JsonSchema } from '../../hosts/rest/table/json-schema.ts'
import { FEW_NAUGHTY_TEXTS } from './naughty-texts.ts'

/** Returns values of members by name, such as ids of existing records. */
export type KnownValues = (name: string) => readonly string[]

interface RandomRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** Longer texts in a URL are refused before the operation reads them. */
const MAX_URL_TEXT = 300

/**
 * Returns requests for an operation, made from its schemas.
 * @param isExact whether all parts follow the schemas; otherwise some do not
 */
export function randomRequests(
  path: string,
  { parameters, requestBody }: Operation,
  known: KnownValues,
  isExact: boolean,
): fc.Arbitrary<RandomRequest> {
  const values = (name: string, schema: JsonSchema) => valuesOf(name, schema, known, isExact)
  const within = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const query = within('query').map((parameter) => {
    const { name, required, schema = {}, content } = parameter
    const json = content?.['application/json']?.schema
    const texts = json ? values(name, json).map((value) => [JSON.stringify(value)]) : values(name, schema).map(textsOf)
    return fc.option(
      texts.map((all) => all.map((text) => `${name}=${inUrl(text)}`)),
      { freq: required ? 20 : 2, nil: [] },
    )
  })
  const segments = within('path').map(({ name, schema = {} }) =>
    values(name, schema)
      .map((value) => inUrl(String(value)))
      // Names another path.
      .filter((text) => text !== '')
      .map((text) => [name, text] as const),
  )
  const headers = within('header').map(({ name, schema = {} }) =>
    fc.option(
      fc
        .constantFrom(...((schema.enum ?? ['*', '"a"', crypto.randomUUID()]) as string[]))
        .map((value) => [name, value] as const),
      { nil: undefined },
    ),
  )
  const schema = requestBody?.content['application/json']?.schema
  return fc.record({
    path: fc
      .tuple(
        fc
          .tuple(...segments)
          .map((all) => all.reduce((path, [name, text]) => path.replace(`{${name}}`, () => text), path))
          // No route receives it.
          .filter((filled) => !isAmbiguousPath(filled)),
        fc.tuple(...query).map((all) => all.flat().join('&')),
      )
      .map(([filled, query]) => (query === '' ? filled : `${filled}?${query}`)),
    headers: fc.tuple(...headers).map((all) => Object.fromEntries(all.filter((header) => header !== undefined))),
    body: schema ? values('', schema).map((value) => JSON.stringify(value)) : fc.constant(undefined),
  })
}

const inUrl = (text: string) => encodeURIComponent(text.slice(0, MAX_URL_TEXT).toWellFormed())

const textsOf = (value: unknown) =>
  [value].flat().map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item)))

const strange = fc.oneof(
  fc.constantFrom(null, -1, 2 ** 53, 0.5, true, [], {}, ...FEW_NAUGHTY_TEXTS),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Returns values of a schema, with strange ones among them unless they have to be exact. */
function valuesOf(name: string, schema: JsonSchema, known: KnownValues, isExact: boolean): fc.Arbitrary<unknown> {
  const exact = exactValues(name, schema, known, isExact)
  return isExact ? exact : fc.oneof({ weight: 15, arbitrary: exact }, { weight: 1, arbitrary: strange })
}

function exactValues(name: string, schema: JsonSchema, known: KnownValues, isExact: boolean): fc.Arbitrary<unknown> {
  const { anyOf, enum: options, type, properties, items, required = [] } = schema
  const below = (name: string, schema: JsonSchema) => valuesOf(name, schema, known, isExact)
  if (anyOf) return fc.oneof(...anyOf.map((one) => below(name, one)))
  if (options) return fc.constantFrom(...options)
  if (typeof type === 'object') return fc.oneof(...type.map((one) => below(name, { ...schema, type: one })))
  switch (type) {
    case 'object': {
      const members: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
        Object.entries(properties ?? {}).map(([name, one]) => [name, below(name, one)]),
      )
      // Most requests have none.
      if (!isExact) members.unknown = fc.constantFrom(...Array(20).fill(undefined), 1)
      return fc.record(members, { requiredKeys: [...required] })
    }
    case 'array': {
      const { minItems = 0, maxItems = 3 } = schema
      return fc.array(below(name.replace(/s$/, ''), items ?? {}), {
        minLength: minItems,
        maxLength: Math.min(3, maxItems),
      })
    }
    case 'integer':
      return fc.integer({
        min: schema.minimum ?? -1000,
        max: Math.min(schema.maximum ?? 1000, (schema.minimum ?? 0) + 1000),
      })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return fc.oneof(...known(name).map((text) => fc.constant(text)), texts(schema))
    default:
      throw new Error(`No values are known for ${name}: ${JSON.stringify(schema)}`)
  }
}

const URLS = [
  'https://example.com/',
  'http://127.0.0.1:9/x?a=b&a=c#d',
  'https://müller.example/%F0?ä=€',
  'https://[2001:db8::1]:8443/',
]

function texts({ format, pattern, minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uri') return fc.constantFrom(...URLS)
  if (format === 'date-time') {
    const [min, max] = [new Date('1970-01-01'), new Date('2200-01-01')]
    return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString())
  }
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 100) })
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) })
}
