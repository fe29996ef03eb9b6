import { type GraphQLField, type GraphQLInputType, type GraphQLSchema, getNamedType, isInputObjectType } from 'graphql'
import { sampleOf, selectionOf } from './graphql-values.ts'

/** Names of arguments and fields that take an id. */
export const ID_NAME = /^id$|^ids$|Id$|Ids$/
/** Ids at the payment provider, which belong to no account. */
const NOT_OURS = new Set(['priceId'])
/** Values that must be unused; otherwise the call fails because of them. */
const SLUG_NAME = /^(slug|shortlink)$/
/** An alias of one of the owner's links, for operations that remove one. */
export const PRESENT_ALIAS = 'sample-alias'

export interface Operation {
  readonly kind: 'query' | 'mutation'
  readonly field: GraphQLField<unknown, unknown>
}

export function operationsOf(schema: GraphQLSchema): Operation[] {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()]
  return [
    ...Object.values(query?.getFields() ?? {}).map((field) => ({ kind: 'query' as const, field })),
    ...Object.values(mutation?.getFields() ?? {}).map((field) => ({ kind: 'mutation' as const, field })),
  ]
}

/** Returns every operation that takes an id anywhere in its arguments. */
export const operationsWithIds = (schema: GraphQLSchema): Operation[] =>
  operationsOf(schema).filter(({ field }) => field.args.some(({ name, type }) => takesId(name, type)))

function takesId(name: string, type: GraphQLInputType): boolean {
  const named = getNamedType(type)
  if (isInputObjectType(named)) return Object.values(named.getFields()).some((field) => takesId(field.name, field.type))
  return (named.name === 'ID' || ID_NAME.test(name)) && !NOT_OURS.has(name)
}

/** Returns the call of an operation with the given id for all ids, and samples elsewhere. */
export function callOf({ kind, field }: Operation, id: string, depth = 3): { query: string; variables: object } {
  // A share is of a link or a tag, and hashing many passwords would exhaust the budget of an account. The ends of a range are no domains.
  const isLeftOut = (name: string) =>
    name === 'domains' ||
    (field.name.endsWith('StatShare') && ['tagId', 'password'].includes(name)) ||
    // The ids of a template, a domain and a style differ.
    (field.name === 'setLinkDefaults' && ['domainId', 'campaignTemplateId'].includes(name)) ||
    // The id of a view and the one of a domain differ.
    (field.name === 'updateSavedView' && name === 'filter')
  const args = field.args.filter(({ name }) => !isLeftOut(name))
  const variables = Object.fromEntries(
    args.map((argument) => [
      argument.name,
      sampleOf(argument, ({ name, type }) => {
        if (SLUG_NAME.test(name))
          return field.name.startsWith('remove') ? PRESENT_ALIAS : `sample-${crypto.randomUUID()}`
        // Tags have named colors.
        if (name === 'color' && field.name.endsWith('QrStyle')) return '#000000'
        if (isInputObjectType(getNamedType(type)) || !takesId(name, type)) return undefined
        return String(type).includes('[') ? [id] : id
      }),
    ]),
  )
  // Each call would hash it, for each of the ids.
  if (field.name === 'upsertShortlink') delete (variables.input as { password?: string }).password
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ')
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ')
  const [head, call] = args.length > 0 ? [`(${declared})`, `(${passed})`] : ['', '']
  return { query: `${kind} ${head} { ${field.name}${call} ${selectionOf(field.type, depth)} }`, variables }
}
