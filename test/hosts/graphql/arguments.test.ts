import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { beforeAll, describe, expect, it } from 'vitest'
import { charges, schema } from '../../../hosts/graphql/schema.ts'
import { newAccount } from '../../support/api.ts'
import { DATABASES, useTestServer } from '../../support/server.ts'

/** What has broken programs before. */
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e',
  '\r\nset-cookie: a=b',
  'x'.repeat(300),
  'x'.repeat(3000),
  'x'.repeat(70_000),
  '🏃'.repeat(600),
  'e\u0301'.repeat(200),
  '0',
  '-1',
  '9223372036854775808',
  '1e309',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  'toString',
  "' or '1'='1",
  "'; drop table links; --",
  '" or ""="',
  '\\',
  '%',
  '_',
  '%00',
  '../../etc/passwd',
  '$\u007b7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  'javascript:alert(1)',
  'http://[::1',
  'http://user:pass@example.com:99999/',
  'https://example.com/\u2028',
  'https://xn--/',
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '0000-01-01T00:00:00Z',
  '[{"type":"all"}]',
]

/** What may be said of a text. */
const EXPECTED = new Set([
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'UNAUTHENTICATED',
  'PLAN_LIMIT',
  'UPSTREAM_FAILED',
  'BILLING_NOT_CONFIGURED',
])

/** Values for what an operation asks for besides the argument under test. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  target: 'https://example.com/',
  password: 'a good long one',
  email: 'somebody@example.com',
  type: 'all',
  value: '[]',
}

type Place = readonly string[]
type Asked = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type'>

/** Every place under an argument that takes a text, as the names that lead there. */
function textPlaces({ name, type }: Asked): Place[] {
  const named = getNamedType(type)
  if (isInputObjectType(named)) {
    return Object.values(named.getFields()).flatMap((field) => textPlaces(field).map((place) => [name, ...place]))
  }
  return named.name === 'String' || named.name === 'ID' ? [[name]] : []
}

/** A value of the type with the text in its place and samples elsewhere. */
function valueWith(type: GraphQLInputType, name: string, place: Place, text: string): unknown {
  const bare = getNullableType(type)
  if (isListType(bare)) return [valueWith(bare.ofType, name, place, text)]
  if (!isInputObjectType(bare)) return place.length === 0 ? text : (SAMPLES[name] ?? 'sample')
  const asked = Object.values(bare.getFields()).filter(
    (field) => field.name === place[0] || String(field.type).endsWith('!'),
  )
  return Object.fromEntries(
    asked.map((field) => [
      field.name,
      valueWith(field.type, field.name, field.name === place[0] ? place.slice(1) : ['elsewhere'], text),
    ]),
  )
}

interface Case {
  readonly title: string
  readonly texts: readonly string[]
  readonly query: string
  variables(text: string): Record<string, unknown>
}

function casesOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): Case[] {
  return field.args.flatMap(textPlaces).map((place) => {
    const asked = field.args.filter(({ name, type }) => name === place[0] || String(type).endsWith('!'))
    const selection = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : ''
    return {
      // Passwords are slow to hash on purpose.
      texts: charges[field.name] === 'auth' ? TEXTS.slice(0, 12) : TEXTS,
      title: `${kind} ${field.name} ${place.join('.')}`,
      query: `${kind} (${asked.map(({ name, type }) => `$${name}: ${type}`)}) { ${field.name}(${asked.map(({ name }) => `${name}: $${name}`)}) ${selection} }`,
      variables: (text) =>
        Object.fromEntries(
          asked.map(({ name, type }) => [
            name,
            valueWith(type, name, name === place[0] ? place.slice(1) : ['elsewhere'], text),
          ]),
        ),
    }
  })
}

const CASES = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => casesOf('query', field)),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => casesOf('mutation', field)),
]

describe.each(DATABASES)('over %s, whatever text is given', (database) => {
  const server = useTestServer({ database })
  let me: Awaited<ReturnType<typeof newAccount>>

  beforeAll(async () => {
    me = await newAccount(server.url)
  })

  it.each(CASES)('as $title is taken or refused', async ({ texts, query, variables }) => {
    const answers = await Promise.all(texts.map(async (text) => ({ text, ...(await me.ask(query, variables(text))) })))
    const unexpected = answers.filter(
      ({ status, errors }) => status !== 200 || errors.some(({ extensions }) => !EXPECTED.has(extensions.code)),
    )
    expect(unexpected).toEqual([])
  })
})
