import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql'
import { rateLimits, schema } from '../../hosts/graphql/schema.ts'
import { selectionOf } from './graphql-values.ts'

/** Values for the required arguments of an operation other than the one under test. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  target: 'https://example.com/',
  url: 'https://example.com/',
  events: ['link.created'],
  password: 'a good long one',
  newPassword: 'another good long one',
  email: 'owner@example.com',
  type: 'all',
  value: '[]',
}

/** Error codes that a text may cause. */
export const SAID_OF_TEXTS: ReadonlySet<string> = new Set([
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'CONFLICT',
  'UNAUTHENTICATED',
  'PLAN_LIMIT',
  'UPSTREAM_FAILED',
  'BILLING_NOT_CONFIGURED',
])

type Place = readonly string[]
type Asked = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type'>
/** Values by the names of arguments, which override the samples. */
type Known = Readonly<Record<string, unknown>>

/** A place in an operation's arguments that takes a text. */
export interface TextPlace {
  readonly operation: string
  readonly title: string
  /** Whether passwords are hashed, which is slow on purpose. */
  readonly isSlow: boolean
  /** Selects every field, one level deep. */
  readonly query: string
  /** Variables with the text in its place. */
  variables(text: string, known?: Known): Record<string, unknown>
}

/** Returns every place in an argument of GraphQL, by the live schema, that takes a text. */
export const graphqlTextPlaces = (): TextPlace[] => [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap((field) => placesOf('query', field)),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap((field) => placesOf('mutation', field)),
]

function placesOf(kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>): TextPlace[] {
  return field.args.flatMap(placesUnder).map((place) => {
    const asked = field.args.filter(({ name, type }) => name === place[0] || String(type).endsWith('!'))
    const parameters = asked.map(({ name, type }) => `$${name}: ${type}`)
    const given = asked.map(({ name }) => `${name}: $${name}`)
    return {
      operation: field.name,
      title: `${kind} ${field.name} ${place.join('.')}`,
      isSlow: rateLimits[field.name] === 'auth' || place.at(-1) === 'password',
      query: `${kind} (${parameters}) { ${field.name}(${given}) ${selectionOf(field.type, 1)} }`,
      variables: (text, known = {}) =>
        Object.fromEntries(
          asked.map(({ name, type }) => [
            name,
            valueWith(type, name, name === place[0] ? place.slice(1) : ['elsewhere'], text, known),
          ]),
        ),
    }
  })
}

/** Returns every place under an argument that takes a text, as the path of names to it. */
function placesUnder({ name, type }: Asked): Place[] {
  const named = getNamedType(type)
  if (isInputObjectType(named)) {
    return Object.values(named.getFields()).flatMap((field) => placesUnder(field).map((place) => [name, ...place]))
  }
  return named.name === 'String' || named.name === 'ID' ? [[name]] : []
}

/** Returns a value of the type with the text in its place and samples elsewhere. */
function valueWith(type: GraphQLInputType, name: string, place: Place, text: string, known: Known): unknown {
  const bare = getNullableType(type)
  if (isListType(bare)) return [valueWith(bare.ofType, name, place, text, known)].flat()
  if (!isInputObjectType(bare)) return place.length === 0 ? text : (known[name] ?? SAMPLES[name] ?? 'sample')
  const asked = Object.values(bare.getFields()).filter(
    (field) => field.name === place[0] || String(field.type).endsWith('!'),
  )
  return Object.fromEntries(
    asked.map((field) => [
      field.name,
      valueWith(field.type, field.name, field.name === place[0] ? place.slice(1) : ['elsewhere'], text, known),
    ]),
  )
}
